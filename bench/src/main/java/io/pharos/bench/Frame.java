package io.pharos.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A prepared request frame with a JSON header, as stock peers send it. The opaque is nine digits wide wherever it stands,
 * so that it can be patched in place.
 */
final class Frame {
    /** The smallest opaque; every opaque up to 999,999,999 has the same width. */
    static final int FIRST_OPAQUE = 100_000_000;

    private static final String OPAQUE = "\"opaque\":";

    private final byte[] bytes;
    private final int opaqueAt;

    private Frame(byte[] bytes, int opaqueAt) {
        this.bytes = bytes;
        this.opaqueAt = opaqueAt;
    }

    /** The whole frame; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the nine digits of the opaque begin. */
    int opaqueAt() {
        return opaqueAt;
    }

    /**
     * Builds a frame.
     *
     * @param extFields inner text of the extFields object
     */
    static Frame of(int code, String extFields, byte[] body) {
        byte[] header = ("{\"code\":" + code + ",\"extFields\":{" + extFields + "},\"flag\":0,\"language\":\"JAVA\","
                        + OPAQUE + FIRST_OPAQUE + ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}")
                .getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(8 + header.length + body.length);
        frame.putInt(4 + header.length + body.length)
                .putInt(header.length)
                .put(header)
                .put(body);
        int opaqueAt = 8 + new String(header, StandardCharsets.ISO_8859_1).indexOf(OPAQUE) + OPAQUE.length();
        return new Frame(frame.array(), opaqueAt);
    }

    /** Writes a number of fixed width into text. */
    static void putDigits(byte[] text, int at, int width, long number) {
        long rest = number;
        for (int i = at + width - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
