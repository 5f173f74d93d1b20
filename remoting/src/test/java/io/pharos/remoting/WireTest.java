package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.SerializeType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireTest {
    private Rig rig;

    @BeforeEach
    void start() throws IOException {
        rig = new Rig();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Raw raw() throws IOException {
        return new Raw(rig.server.port());
    }

    @ParameterizedTest
    @EnumSource
    void bothHeaderFormsAreRead(SerializeType type) throws Exception {
        try (Raw raw = raw()) {
            raw.send(Raw.request(Ping.ECHO, 7, 513, 0, type));
            assertThat(raw.read().opaque()).isEqualTo(7);
        }
    }

    @Test
    void pipelinedRequestsInOneWriteAreAllAnswered() throws Exception {
        try (Raw raw = raw()) {
            byte[][] requests = new byte[1000][];
            for (int i = 0; i < requests.length; i++) {
                int code = i % 3 == 0 ? Ping.WORKER : Ping.ECHO;
                requests[i] = Raw.request(code, i, 513, 0, SerializeType.ROCKETMQ);
            }
            raw.send(Raw.join(requests));
            Set<Integer> seen = new HashSet<>();
            for (int i = 0; i < requests.length; i++) {
                seen.add(raw.read().opaque());
            }
            assertThat(seen).hasSize(1000);
        }
    }

    @Test
    void aFrameThatComesByteByByteIsAnswered() throws Exception {
        try (Raw raw = raw()) {
            for (byte one : Raw.join(Raw.echo(1), Raw.echo(2))) {
                raw.send(new byte[] {one});
            }
            assertThat(raw.read().opaque()).isEqualTo(1);
            assertThat(raw.read().opaque()).isEqualTo(2);
        }
    }

    @Test
    void aFrameCutAtEveryPlaceIsAnswered() throws Exception {
        byte[] two = Raw.join(Raw.echo(1), Raw.echo(2));
        try (Raw raw = raw()) {
            for (int cut = 1; cut < two.length; cut++) {
                raw.send(Arrays.copyOf(two, cut));
                raw.send(Arrays.copyOfRange(two, cut, two.length));
                assertThat(raw.read().opaque()).isEqualTo(1);
                assertThat(raw.read().opaque()).isEqualTo(2);
            }
        }
    }

    static List<byte[]> malformed() {
        byte[] badHeader = Raw.echo(1);
        badHeader[8] = '[';
        byte[] longHeader = Raw.echo(1);
        longHeader[5] = 0x7F;
        byte[] unknownType = Raw.echo(1);
        unknownType[4] = 9;
        return List.of(
                ByteBuffer.allocate(4).putInt(-1).array(),
                ByteBuffer.allocate(4).putInt(0).array(),
                ByteBuffer.allocate(4).putInt(3).array(),
                ByteBuffer.allocate(4).putInt(16_777_213).array(),
                ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array(),
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "PROXY nonsense\r\n".getBytes(StandardCharsets.US_ASCII),
                badHeader,
                longHeader,
                unknownType);
    }

    @ParameterizedTest
    @MethodSource
    void malformed(byte[] bytes) throws Exception {
        try (Raw good = raw();
                Raw bad = raw()) {
            bad.send(bytes);
            assertThat(bad.isClosedByServer()).isTrue();
            good.send(Raw.echo(5));
            assertThat(good.read().opaque()).isEqualTo(5);
            Awaitility.await().until(() -> rig.heard.malformed.get() == 1);
        }
    }

    @Test
    void goodFramesBeforeAMalformedOneAreAnswered() throws Exception {
        try (Raw raw = raw()) {
            raw.send(Raw.join(Raw.echo(1), Raw.echo(2), new byte[] {-1, -1, -1, -1}));
            assertThat(raw.read().opaque()).isEqualTo(1);
            assertThat(raw.read().opaque()).isEqualTo(2);
            assertThat(raw.isClosedByServer()).isTrue();
            Awaitility.await().untilAsserted(() -> assertThat(rig.heard.closed).containsExactly(CloseCause.MALFORMED));
        }
    }

    @Test
    void aProxyHeaderNamesThePeer() throws Exception {
        byte[] v1 = "PROXY TCP4 192.0.2.7 198.51.100.1 4711 9876\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] v2 = {
            0x0D,
            0x0A,
            0x0D,
            0x0A,
            0x00,
            0x0D,
            0x0A,
            0x51,
            0x55,
            0x49,
            0x54,
            0x0A,
            0x21,
            0x11,
            0,
            12,
            (byte) 192,
            0,
            2,
            7,
            (byte) 198,
            51,
            100,
            1,
            0x12,
            0x67,
            0x26,
            (byte) 0x94
        };
        for (byte[] header : List.of(v1, v2)) {
            rig.heard.opened.clear();
            try (Raw raw = raw()) {
                raw.send(Raw.join(header, Raw.echo(1), Raw.echo(2)));
                assertThat(raw.read().opaque()).isEqualTo(1);
                assertThat(raw.read().opaque()).isEqualTo(2);
                assertThat(rig.heard.opened.get(0).peer()).isEqualTo("192.0.2.7:4711");
            }
            rig.heard.opened.clear();
            try (Raw raw = raw()) {
                for (byte one : Raw.join(header, Raw.echo(3))) {
                    raw.send(new byte[] {one});
                }
                assertThat(raw.read().opaque()).isEqualTo(3);
                assertThat(rig.heard.opened.get(0).peer()).isEqualTo("192.0.2.7:4711");
            }
        }
    }

    @Test
    void aFrameShorterThanAProxySignatureIsAnsweredAtOnce() throws Exception {
        byte[] smallest = {0, 0, 0, 6, 0, 0, 0, 2, '{', '}'};
        try (Raw raw = raw()) {
            raw.send(smallest);
            assertThat(raw.read().code()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 60_000, 65_535, 65_536, 70_000, 200_000, 262_144, 300_000, 1_000_000})
    void anAnswerOfAnySizeIsSentWithoutWaitingForMore(int size) throws Exception {
        for (int code : new int[] {Ping.ECHO, Ping.WORKER}) {
            try (Raw raw = raw()) {
                raw.send(Raw.withBody(Raw.request(code, 1, 513, 0, SerializeType.JSON), size));
                assertThat(raw.read().opaque()).isEqualTo(1);
            }
        }
    }

    @Test
    void aPeerThatDoesNotReadIsNoLongerRead() throws Exception {
        try (Raw slow = raw();
                Raw other = raw()) {
            for (int i = 0; i < 300; i++) {
                slow.send(Raw.request(Ping.BIG, i, 513, 0, SerializeType.ROCKETMQ));
            }
            other.send(Raw.echo(1));
            assertThat(other.read().opaque()).isEqualTo(1);
            assertThat(rig.heard.results).hasSizeLessThan(100);
            for (int i = 0; i < 300; i++) {
                assertThat(slow.read().opaque()).isEqualTo(i);
            }
        }
    }

    @Test
    void eachConnectionClosesExactlyOnceWhateverRaces() throws Exception {
        int rounds = 200;
        for (int i = 0; i < rounds; i++) {
            try (Raw raw = raw()) {
                raw.send(Raw.echo(i));
                raw.read();
                Connection connection = rig.heard.opened.get(i);
                connection.close();
                if (i % 2 == 0) {
                    raw.send(new byte[] {-1, -1, -1, -1});
                } else {
                    raw.socket.setSoLinger(true, 0);
                }
            } catch (IOException raced) {
                assertThat(raced).isNotNull();
            }
        }
        Awaitility.await().until(() -> rig.server.connections() == 0);
        assertThat(rig.heard.opened).hasSize(rounds);
        assertThat(rig.heard.closed).hasSize(rounds);
    }
}
