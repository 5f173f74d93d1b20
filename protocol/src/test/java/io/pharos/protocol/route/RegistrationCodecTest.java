package io.pharos.protocol.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class RegistrationCodecTest {
    private static final String ORDERS = "\"Orders\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":8,"
            + "\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"Orders\",\"topicSysFlag\":0,\"writeQueueNums\":8}";
    private static final String WRAPPER =
            "\"dataVersion\":{\"counter\":5,\"stateVersion\":0,\"timestamp\":1700000000000},"
                    + "\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":1700000000001},"
                    + "\"topicConfigTable\":{" + ORDERS + "},\"topicQueueMappingDetailMap\":{},"
                    + "\"topicQueueMappingInfoMap\":{\"St\":{\"bname\":\"broker-a\",\"currIdMap\":{0:0,1:1},"
                    + "\"dirty\":false,\"epoch\":9,\"scope\":\"__global__\",\"topic\":\"St\",\"totalQueues\":2}}";
    private static final String STOCK =
            "{\"filterServerList\":[\"10.0.0.9:1\"],\"topicConfigSerializeWrapper\":{" + WRAPPER + "}}";
    private static final Registration READ = new Registration(
            new DataVersion(0, 1_700_000_000_000L, 5),
            Map.of("Orders", new TopicConfig("Orders", 8, 8, 6, 0, false, "SINGLE_TAG", Map.of())),
            Map.of(
                    "St",
                    new QueueMapping("St", "__global__", 2, "broker-a", 9, false, new TreeMap<>(Map.of(0, 0, 1, 1)))),
            List.of("10.0.0.9:1"));

    @Test
    void aStockBodyIsReadAndWrittenByteForByte() {
        assertThat(decode(STOCK)).isEqualTo(READ);
        assertThat(RegistrationCodec.encodePlain(READ, 1_700_000_000_001L))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(STOCK);
    }

    @Test
    void aBareTableOfOldPeersLeavesFilterServersUnknown() {
        Registration read = RegistrationCodec.decode(36, true, bytes("{" + WRAPPER + "}"));

        assertThat(read.topics()).isEqualTo(READ.topics());
        assertThat(read.filterServers()).isNull();
    }

    @Test
    void aDeflatedBodyIsKnownByItsFirstByteWhateverTheFlagSays() {
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodeDeflated(READ, true));

        assertThat(RegistrationCodec.decode(513, false, body)).isEqualTo(READ);
        assertThat(RegistrationCodec.decode(513, true, body)).isEqualTo(READ);
    }

    @Test
    void theSectionOfStaticMappingsMayBeAbsent() {
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodeDeflated(READ, false));

        assertThat(RegistrationCodec.decode(400, true, body).mappings()).isEmpty();
    }

    @Test
    void anEmptyBodyIsARegistrationWithoutTopics() {
        assertThat(decode("")).isEqualTo(Registration.EMPTY);
    }

    @Test
    void unknownMembersAndReferencesAreSkipped() {
        Registration read =
                decode("{\"new\":[{\"x\":1}],\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"$ref\":\"$\"},"
                        + "\"topicConfigTable\":{" + ORDERS + "}}}");

        assertThat(read.topics()).isEqualTo(READ.topics());
        assertThat(read.dataVersion()).isEqualTo(DataVersion.NONE);
    }

    @Test
    void refusalsNameWhatIsWrong() {
        refused("{\"topicConfigSerializeWrapper\":null}", "topicConfigSerializeWrapper is null");
        refused(STOCK.replace("\"topicName\":\"Orders\",", ""), "topic[Orders] has no topicName");
        refused(STOCK.replace("\"topicName\":\"Orders\"", "\"topicName\":\"Other\""), "topicName[Other]");
        refused(STOCK.replace("\"perm\":6", "\"perm\":99999999999"), "does not fit into 32 bits");
        refused(STOCK.substring(0, STOCK.length() / 2), "registration body refused");
        refused("[".repeat(100_000), "an object is expected");
        refused("{\"a\":" + "[".repeat(100_000), "cannot be read");
    }

    @Test
    void inflatingEndsAtItsBoundAndCountsEarnNoMemory() throws Exception {
        ByteArrayOutputStream huge = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(huge)) {
            out.write(new byte[] {0x7F, -1, -1, -1});
        }
        assertThatThrownBy(() -> RegistrationCodec.decode(513, true, ByteBuffer.wrap(huge.toByteArray())))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("at most " + DeflatedRegistration.MAX_BLOCK + " may be");
    }

    @Test
    void theChecksumIsCrc32WithoutItsSignBit() {
        assertThat(RegistrationCodec.crc32(bytes("123456789"))).isEqualTo(0xCBF43926 & Integer.MAX_VALUE);
    }

    private static void refused(String body, String why) {
        assertThatThrownBy(() -> decode(body)).isInstanceOf(RequestFailed.class).hasMessageContaining(why);
    }

    private static Registration decode(String body) {
        return RegistrationCodec.decode(513, false, bytes(body));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
