package io.pharos.protocol.route;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class KnownBodyTest {
    @Property(tries = 200)
    void onlyTheStampOfTheMappingVersionMayDiffer(
            @ForAll("registrations") Registration registration,
            @ForAll @LongRange(min = 1_000_000_000_000L, max = 9_999_999_999_999L) long first,
            @ForAll @LongRange(min = 1_000_000_000_000L, max = 9_999_999_999_999L) long second) {
        byte[] next = RegistrationCodec.encodePlain(registration, second);
        ByteBuffer direct = ByteBuffer.allocateDirect(next.length + 2);
        direct.put(1, next).position(1).limit(1 + next.length);
        KnownBody kept = known(RegistrationCodec.encodePlain(registration, first));
        assertThat(kept.sameContent(direct)).isTrue();
        assertThat(kept.size()).isEqualTo(next.length);
        assertThat(direct.position()).isEqualTo(1);
    }

    @Property(tries = 500)
    void bytesThatCountAsTheSameDecodeToTheSame(
            @ForAll("registrations") Registration registration, @ForAll int where, @ForAll byte value) {
        byte[] body = RegistrationCodec.encodePlain(registration, 1_700_000_000_000L);
        KnownBody kept = known(body);
        byte[] changed = body.clone();
        changed[Math.floorMod(where, body.length)] = value;
        if (kept.sameContent(ByteBuffer.wrap(changed))) {
            assertThat(RegistrationCodec.decode(500, false, ByteBuffer.wrap(changed)))
                    .isEqualTo(registration);
        }
    }

    @Test
    void aDigitAnywhereElseMakesADifference() {
        String body = new String(RegistrationCodec.encodePlain(Bodies.small(), 1_700_000_000_000L), UTF_8);
        KnownBody kept = known(body.getBytes(UTF_8));
        assertThat(kept.sameContent(bytes(body.replace("\"perm\":6", "\"perm\":4"))))
                .isFalse();
        assertThat(kept.sameContent(bytes(body.replace("\"counter\":5", "\"counter\":6"))))
                .isFalse();
        assertThat(kept.sameContent(bytes(body + " "))).isFalse();
    }

    @Test
    void aStampThatIsNoDigitMakesADifference() {
        String body = new String(RegistrationCodec.encodePlain(Bodies.small(), 1_700_000_000_777L), UTF_8);
        KnownBody kept = known(body.getBytes(UTF_8));
        assertThat(kept.sameContent(bytes(body.replace("1700000000777", "170000000077}"))))
                .isFalse();
        assertThat(kept.sameContent(bytes(body.replace("1700000000777", "1700000000778"))))
                .isTrue();
    }

    @Test
    void theStampAnywhereElseCounts() {
        String twice = "{\"mappingDataVersion\":{\"counter\":1,\"stateVersion\":0,\"timestamp\":1},"
                + "\"a\":{\"mappingDataVersion\":{\"counter\":1,\"stateVersion\":0,\"timestamp\":1}}}";
        KnownBody kept = known(twice.getBytes(UTF_8));
        assertThat(kept.sameContent(bytes(twice))).isTrue();
        assertThat(kept.sameContent(bytes(twice.replace(":1}", ":2}")))).isFalse();
    }

    @Test
    void deflatedBodiesMatchByteByByte() {
        byte[] body = RegistrationCodec.encodeDeflated(Bodies.small(), true);
        KnownBody kept = known(body);
        assertThat(kept.sameContent(ByteBuffer.wrap(body.clone()))).isTrue();
        body[body.length - 1] ^= 1;
        assertThat(kept.sameContent(ByteBuffer.wrap(body))).isFalse();
    }

    @Test
    void aTopicNamedLikeTheStampIsNoStamp() {
        Map<String, TopicConfig> topics = Map.of(
                "mappingDataVersion", new TopicConfig("mappingDataVersion", 8, 8, 6, 0, false, "SINGLE_TAG", Map.of()));
        Registration registration = new Registration(DataVersion.NONE, topics, Map.of(), List.of());
        String body = new String(RegistrationCodec.encodePlain(registration, 1), UTF_8);
        KnownBody kept = known(body.getBytes(UTF_8));
        assertThat(kept.sameContent(bytes(body.replace("\"timestamp\":1}", "\"timestamp\":2}"))))
                .isTrue();
        assertThat(kept.sameContent(bytes(body.replace("\"readQueueNums\":8", "\"readQueueNums\":9"))))
                .isFalse();
    }

    @Test
    void bodiesInOtherEncodingsAreKnownByteByByte() {
        String body = new String(RegistrationCodec.encodePlain(Bodies.small(), 1_700_000_000_000L), UTF_8);
        for (byte[] bytes : List.of(
                body.getBytes(UTF_16BE),
                body.getBytes(UTF_16LE),
                body.getBytes(Charset.forName("UTF-32LE")),
                ("\ufeff" + body).getBytes(UTF_8))) {
            KnownBody kept = known(bytes);
            assertThat(kept.runs()).isEmpty();
            assertThat(kept.sameContent(ByteBuffer.wrap(bytes.clone()))).isTrue();
        }
    }

    @Provide
    Arbitrary<Registration> registrations() {
        return Bodies.registrations();
    }

    private static KnownBody known(byte[] body) {
        return new RegistrationDecoder(UnaryOperator.identity())
                .decode(500, false, ByteBuffer.wrap(body), null)
                .body();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
