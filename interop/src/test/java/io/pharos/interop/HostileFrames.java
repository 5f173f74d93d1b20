package io.pharos.interop;

import static io.pharos.interop.peer.RawConnection.VERSION_5_5_0;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.pharos.interop.peer.RawBroker;
import io.pharos.interop.peer.RawConnection;
import io.pharos.interop.peer.Requests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.zip.DeflaterOutputStream;

/** Bytes that no well-behaved peer sends, of every kind, in turn. Each kind varies with a seed. */
final class HostileFrames {
    private static final int BOMB_BYTES = 64 << 20;
    private static final byte[] NOTHING = new byte[0];

    private final byte[] bomb = deflate(new byte[BOMB_BYTES]);
    private final List<Function<Random, byte[]>> kinds = List.of(
            HostileFrames::noise,
            random -> ints(-1 - random.nextInt(1000), 5),
            random -> ints(Integer.MAX_VALUE, 5, 6, 7),
            random -> half(16 << 20 >> 1, 100 + random.nextInt(5000)),
            random -> half(40, 1 + random.nextInt(30)),
            random -> ints(0, random.nextInt()),
            random -> ints(3, random.nextInt()),
            random -> ints(20, 0x00_00_40_00, 1, 2, 3, 4),
            random -> withHeader(7 + random.nextInt(200), "{\"code\":105}".getBytes(UTF_8)),
            random -> withHeader(0, "not json at all".getBytes(UTF_8)),
            random -> withHeader(0, "[".repeat(20_000).getBytes(UTF_8)),
            random -> withHeader(0, "{\"extFields\":".repeat(5_000).getBytes(UTF_8)),
            random -> withHeader(0, "[1,2,3]".getBytes(UTF_8)),
            random -> withHeader(0, "{}".getBytes(UTF_8)),
            random -> withHeader(0, "{\"code\":\"1e999\",\"flag\":99999999999,\"opaque\":-0.5}".getBytes(UTF_8)),
            random -> withHeader(0, new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'}),
            random -> withHeader(0, "{\"code\":105,\"version\":-7,\"language\":\"KLINGON\"}".getBytes(UTF_8)),
            random -> withHeader(0, "{\"code\":0,\"flag\":1,\"opaque\":1}".getBytes(UTF_8)),
            random -> withHeader(0, "{\"code\":105,\"flag\":2,\"opaque\":1}".getBytes(UTF_8)),
            random -> binary(Integer.MAX_VALUE, 0, NOTHING),
            random -> binary(-5, 0, NOTHING),
            random -> binary(0, Integer.MAX_VALUE, NOTHING),
            random -> binary(0, 8, new byte[] {0x7f, (byte) 0xff, 1, 2, 3, 4, 5, 6}),
            random -> binary(0, 10, new byte[] {0, 1, 'k', 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0, 0, 0}),
            random -> binary(0, 8, new byte[] {(byte) 0x80, 0, 0, 0, 0, 0, 0, 0}),
            random -> request(30_000 + random.nextInt(2_000), Map.of("topic", "x"), NOTHING),
            this::registerBomb,
            random -> register(Map.of("bodyCrc32", "12345"), hostile().body().getBytes(UTF_8)),
            random -> register(Map.of(), "{\"a\":".repeat(30_000).getBytes(UTF_8)),
            random -> register(Map.of(), "{\"topicConfigSerializeWrapper\":null}".getBytes(UTF_8)),
            random -> register(Map.of("compressed", "true"), deflate(forgedLengths(random))),
            random -> register(Map.of("compressed", "true"), noise(random)),
            random -> register(Map.of("brokerAddr", "not an address"), NOTHING),
            random -> register(Map.of("brokerName", "n".repeat(40_000)), NOTHING),
            random -> register(Map.of("brokerId", "-9"), hostile().body().getBytes(UTF_8)),
            random -> register(Map.of("heartbeatTimeoutMillis", "-1"), NOTHING),
            random -> request(Requests.REGISTER_BROKER, Map.of(), NOTHING),
            random -> request(Requests.UNREGISTER_BROKER, Map.of("brokerName", "normal"), NOTHING),
            random -> request(205, Map.of(), NOTHING),
            random -> request(205, Map.of("brokerName", "\u0000\n\u202e".repeat(50)), NOTHING),
            random -> request(327, Map.of("brokerName", "nobody-" + random.nextInt()), NOTHING),
            random -> request(318, Map.of(), "listenPort=1\nkvConfigPath=/etc/passwd\n".getBytes(UTF_8)),
            random -> request(318, Map.of(), noise(random)),
            random -> request(318, Map.of(), "waitSecondsForService=-1\nneedWaitForService=perhaps".getBytes(UTF_8)),
            random -> request(100, Map.of("key", "k"), NOTHING),
            random -> request(101, Map.of("namespace", "../../etc", "key", "passwd"), NOTHING),
            random -> request(Requests.ROUTE, Map.of(), NOTHING),
            random -> request(Requests.ROUTE, Map.of("topic", "t".repeat(60_000)), NOTHING),
            random -> request(217, Map.of("topic", "T"), "{\"queueDatas\":[null,{}]}".getBytes(UTF_8)),
            random -> request(322, Map.of(), noise(random)),
            random -> request(Requests.HEARTBEAT, Map.of("brokerAddr", "x"), NOTHING),
            random -> request(901, Map.of(), NOTHING),
            random -> request(224, Map.of(), NOTHING),
            random -> new byte[] {0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0x00, 0x3f, (byte) 0xfc, 0x03, 0x03, 0, 0, 0},
            random -> "PROXY TCP4 999.1.1.1 256.0.0.1 70000 -1\r\n".getBytes(UTF_8),
            random -> ("PROXY " + "x".repeat(4_000)).getBytes(UTF_8),
            HostileFrames::proxyTwo,
            random -> "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));

    /** The number of kinds. */
    int kinds() {
        return kinds.size();
    }

    /** The bytes of a kind. */
    byte[] bytes(int kind, Random random) {
        return kinds.get(Math.floorMod(kind, kinds.size())).apply(random);
    }

    private byte[] registerBomb(Random random) {
        boolean announced = random.nextBoolean();
        return register(Map.of("compressed", Boolean.toString(announced)), bomb);
    }

    private static RawBroker hostile() {
        return new RawBroker("hostile", "127.0.0.1:19666", List.of("A", "B"));
    }

    private static byte[] register(Map<String, String> changes, byte[] body) {
        Map<String, String> fields = new HashMap<>(hostile().fields());
        fields.putAll(changes);
        return request(Requests.REGISTER_BROKER, fields, body);
    }

    private static byte[] request(int code, Map<String, String> fields, byte[] body) {
        return RawConnection.frame(code, VERSION_5_5_0, 99, fields, body);
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    private static byte[] half(int announced, int sent) {
        return ByteBuffer.allocate(8 + sent).putInt(announced).putInt(20).array();
    }

    private static byte[] withHeader(int type, byte[] header) {
        return ByteBuffer.allocate(8 + header.length)
                .putInt(4 + header.length)
                .putInt(type << 24 | header.length)
                .put(header)
                .array();
    }

    private static byte[] binary(int remarkLength, int fieldsLength, byte[] fields) {
        ByteBuffer header = ByteBuffer.allocate(21 + fields.length)
                .putShort((short) Requests.ROUTE)
                .put((byte) 0)
                .putShort((short) VERSION_5_5_0)
                .putInt(7)
                .putInt(0)
                .putInt(remarkLength)
                .putInt(fieldsLength)
                .put(fields);
        return withHeader(1, header.array());
    }

    private static byte[] forgedLengths(Random random) {
        byte[] version = "{\"counter\":1,\"stateVersion\":0,\"timestamp\":1}".getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(12 + version.length);
        bytes.putInt(version.length).put(version);
        bytes.putInt(Integer.MAX_VALUE);
        bytes.putInt(random.nextBoolean() ? Integer.MAX_VALUE - 1 : -3);
        return bytes.array();
    }

    private static byte[] proxyTwo(Random random) {
        byte[] signature = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
        return ByteBuffer.allocate(20)
                .put(signature)
                .put((byte) 0x21)
                .put((byte) random.nextInt(256))
                .putShort((short) 0xffff)
                .putInt(random.nextInt())
                .array();
    }

    private static byte[] deflate(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
