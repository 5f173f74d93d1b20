package io.pharos.protocol.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationFormsTest {
    private static final int LATEST = 500;
    private static final String STOCK = "{\"filterServerList\":[\"10.0.0.9:1\"],\"topicConfigSerializeWrapper\":{"
            + "\"dataVersion\":{\"counter\":5,\"stateVersion\":0,\"timestamp\":1700000000000},"
            + "\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":1700000000123},"
            + "\"topicConfigTable\":{\"Orders\":{\"attributes\":{\"message.type\":\"NORMAL\"},\"order\":false,\"perm\":6,"
            + "\"readQueueNums\":8,\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"Orders\",\"topicSysFlag\":0,"
            + "\"writeQueueNums\":8},\"St\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":2,"
            + "\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"St\",\"topicSysFlag\":0,\"writeQueueNums\":2}},"
            + "\"topicQueueMappingDetailMap\":{},"
            + "\"topicQueueMappingInfoMap\":{\"St\":{\"bname\":\"broker-a\",\"currIdMap\":{0:0,1:1},\"dirty\":false,"
            + "\"epoch\":1700000000000,\"scope\":\"__global__\",\"topic\":\"St\",\"totalQueues\":2}}}}";

    @Test
    void theStockFormIsReadAndWritten() {
        assertThat(decode(STOCK)).isEqualTo(Bodies.small());
        assertThat(new String(RegistrationCodec.encodePlain(Bodies.small(), 1_700_000_000_123L), UTF_8))
                .isEqualTo(STOCK);
    }

    @Test
    void aDirectBufferInTheMiddleIsReadWithoutBeingMoved() {
        byte[] json = STOCK.getBytes(UTF_8);
        ByteBuffer body = ByteBuffer.allocateDirect(json.length + 7);
        body.put(3, json).position(3).limit(3 + json.length);
        assertThat(RegistrationCodec.decode(LATEST, false, body)).isEqualTo(Bodies.small());
        assertThat(body.position()).isEqualTo(3);
    }

    @Test
    void noBodyIsAnEmptyRegistration() {
        assertThat(decode("")).isSameAs(Registration.EMPTY);
    }

    @Test
    void missingMembersHaveTheDefaultsOfTheOriginal() {
        assertThat(decode(wrapper("\"topicConfigTable\":{\"T\":{\"topicName\":\"T\"}}")))
                .isEqualTo(new Registration(
                        DataVersion.NONE,
                        Map.of("T", new TopicConfig("T", 16, 16, 6, 0, false, "SINGLE_TAG", Map.of())),
                        Map.of(),
                        List.of()));
    }

    @Test
    void numbersAsTextsAndUnknownMembersAndReferencesAreTolerated() {
        Registration registration = decode(wrapper("\"dataVersion\":{\"counter\":\"7\",\"new\":[{\"a\":[1]}]},"
                + "\"mappingDataVersion\":{\"$ref\":\"$.topicConfigSerializeWrapper.dataVersion\"},"
                + "\"topicConfigTable\":{\"T\":{\"topicName\":\"T\",\"readQueueNums\":\"3\",\"new\":{\"x\":{}},"
                + "\"attributes\":null,\"order\":{\"odd\":1},\"perm\":4}}"));
        assertThat(registration.dataVersion()).isEqualTo(new DataVersion(0, 0, 7));
        assertThat(registration.topics().get("T"))
                .isEqualTo(new TopicConfig("T", 3, 16, 4, 0, false, "SINGLE_TAG", Map.of()));
    }

    @Test
    void anOldPeersTableIsReadAndLeavesTheFilterServers() {
        String table =
                "{\"dataVersion\":{\"counter\":2,\"timestamp\":3},\"topicConfigTable\":{\"T\":{\"topicName\":\"T\"}}}";
        Registration registration = RegistrationCodec.decode(36, true, ByteBuffer.wrap(table.getBytes(UTF_8)));
        assertThat(registration.dataVersion()).isEqualTo(new DataVersion(0, 3, 2));
        assertThat(registration.topics()).containsOnlyKeys("T");
        assertThat(registration.filterServers()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "{'topicConfigSerializeWrapper':null}; topicConfigSerializeWrapper is null",
                "{'topicConfigSerializeWrapper':{'topicConfigTable':{'T':{'perm':6}}}}; topic[T] has no topicName",
                "{'topicConfigSerializeWrapper':{'topicConfigTable':{'T':null}}}; topic[T] is no object",
                "{'topicConfigSerializeWrapper':{'topicConfigTable':{'T':{'topicName':'U'}}}}; topic[T] has topicName[U]",
                "{'topicConfigSerializeWrapper':{'topicConfigTable':{'T':{'perm':'x'}}}}; [x] is no whole number",
                "{'topicConfigSerializeWrapper':{'topicConfigTable':{'T':{'perm':4294967296}}}}; does not fit into 32 bits",
                "{'topicConfigSerializeWrapper':[]}; an object is expected",
                "[]; an object is expected",
                "{} {}; more follows behind its end",
                "null; it is null",
                "{'topicConfigSerializeWrapper':; it cannot be read"
            })
    void whatIsWrongIsNamed(String body, String why) {
        assertThatThrownBy(() -> decode(body.replace('\'', '"')))
                .isInstanceOf(RequestFailed.class)
                .hasMessageStartingWith("registration body refused: ")
                .hasMessageContaining(why);
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> decode("{\"x\":" + "[".repeat(100_000)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("nesting depth");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDeflatedBodyIsReadWhateverTheFlagSays(boolean compressed) {
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodeDeflated(Bodies.small(), true));
        assertThat(RegistrationCodec.decode(LATEST, compressed, body)).isEqualTo(Bodies.small());
    }

    @Test
    void aBodyThatEndsTooEarlyIsRefusedWhereverItEnds() {
        for (int length = 1; length < STOCK.length(); length++) {
            String body = STOCK.substring(0, length);
            assertThatThrownBy(() -> decode(body)).as(body).isInstanceOf(RequestFailed.class);
        }
    }

    @Test
    void aDeflatedBodyIsKnownByItsFirstByteAndMayLackMappings() {
        byte[] body = RegistrationCodec.encodeDeflated(Bodies.small(), false);
        Registration read = RegistrationCodec.decode(LATEST, false, ByteBuffer.wrap(body));
        assertThat(read.topics()).isEqualTo(Bodies.small().topics());
        assertThat(read.mappings()).isEmpty();
        assertThat(read.filterServers()).containsExactly("10.0.0.9:1");
    }

    @Test
    void aDeflatedTopicWithoutItsPartsIsNamed() throws IOException {
        byte[] body = deflated(out -> {
            out.write(new byte[] {0, 0, 0, 2, '{', '}', 0, 0, 0, 1, 0, 0, 0, 5});
            out.write("T 8 8".getBytes(UTF_8));
        });
        assertThatThrownBy(() -> RegistrationCodec.decode(LATEST, true, ByteBuffer.wrap(body)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("topic line[T 8 8]");
    }

    @Test
    void aSmallBodyThatInflatesBeyondTheLimitIsRefused() throws IOException {
        // The same topic over and over: each line is fine by itself.
        byte[] line = new byte[16 * 1024];
        byte[] start = "T 8 8 6 SINGLE_TAG {".getBytes(UTF_8);
        ByteBuffer.wrap(line).putInt(line.length - Integer.BYTES).put(start);
        byte[] bomb = deflated(out -> {
            out.write(new byte[] {0, 0, 0, 2, '{', '}', 0x7f, -1, -1, -1});
            for (int i = 0; i < 8 * 1024; i++) {
                out.write(line);
            }
        });
        assertThat(bomb).hasSizeLessThan(1_000_000);
        assertThatThrownBy(() -> RegistrationCodec.decode(LATEST, true, ByteBuffer.wrap(bomb)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("inflates to more than 67108864 bytes");
    }

    @Test
    void aBlockThatNeverComesCostsNothingAndAHugeOneIsRefused() throws IOException {
        byte[] promise = deflated(out -> out.write(new byte[] {0, 0x40, 0, 0, 1}));
        assertThatThrownBy(() -> RegistrationCodec.decode(LATEST, true, ByteBuffer.wrap(promise)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageEndingWith("it ends too early");
        byte[] huge = deflated(out -> out.write(new byte[] {0x7f, -1, -1, -1, 1}));
        assertThatThrownBy(() -> RegistrationCodec.decode(LATEST, true, ByteBuffer.wrap(huge)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("a block has 2147483647 bytes; at most 4194304 may be");
    }

    @Test
    void theChecksumIsThatOfTheBytesWithoutItsSign() {
        assertThat(RegistrationCodec.crc32(ByteBuffer.wrap("123456789".getBytes(UTF_8))))
                .isEqualTo(0xcbf43926 & Integer.MAX_VALUE);
        assertThat(RegistrationCodec.crc32(ByteBuffer.allocate(0))).isZero();
    }

    private interface Writer {
        void to(DeflaterOutputStream out) throws IOException;
    }

    private static byte[] deflated(Writer writer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            writer.to(out);
        }
        return bytes.toByteArray();
    }

    private static String wrapper(String members) {
        return "{\"topicConfigSerializeWrapper\":{" + members + "}}";
    }

    private static Registration decode(String json) {
        return RegistrationCodec.decode(LATEST, false, ByteBuffer.wrap(json.getBytes(UTF_8)));
    }
}
