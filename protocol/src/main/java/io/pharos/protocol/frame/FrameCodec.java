package io.pharos.protocol.frame;

import java.nio.ByteBuffer;

/**
 * Frames to commands and back. Stateless and thread-safe.
 *
 * <pre>
 *  0        4      5              8
 *  +--------+------+--------------+--------+------+
 *  | total  | type | headerLength | header | body |     all integers big-endian
 *  +--------+------+--------------+--------+------+
 *  total = 4 + headerLength + bodyLength
 * </pre>
 *
 * <p>{@code type} is 0 for a JSON header and 1 for a binary one; {@code headerLength} is unsigned, 24 bits. Source: the
 * original's {@code RemotingCommand} and {@code NettyDecoder}, and the golden bytes of the tests.
 */
public final class FrameCodec {
    /** Largest frame, its length field included, in bytes: the original's default. */
    public static final int DEFAULT_FRAME_LIMIT = 16 * 1024 * 1024;

    /** Bytes of the length field. */
    public static final int LENGTH_FIELD = 4;

    static final int MAX_HEADER = 0xFF_FF_FF;
    private static final int TYPE_AND_HEADER_LENGTH = 4;

    private FrameCodec() {}

    /**
     * Reads one frame.
     *
     * @param frame from the byte after the length field to the frame's end; its position is not moved
     * @return the command; its body is a view of {@code frame}
     * @throws MalformedFrame for anything that is no frame
     */
    public static Command decode(ByteBuffer frame) throws MalformedFrame {
        int start = frame.position();
        int available = frame.remaining() - TYPE_AND_HEADER_LENGTH;
        if (available < 0) {
            throw new MalformedFrame("frame of " + frame.remaining() + " bytes has no header length");
        }
        int word = frame.getInt(start);
        int headerLength = word & MAX_HEADER;
        if (headerLength > available) {
            throw new MalformedFrame("header of " + headerLength + " bytes in a frame with " + available);
        }
        int headerStart = start + TYPE_AND_HEADER_LENGTH;
        int bodyLength = available - headerLength;
        ByteBuffer body = bodyLength == 0 ? Command.NO_BODY : frame.slice(headerStart + headerLength, bodyLength);
        int type = word >>> 24;
        if (type == SerializeType.JSON.code()) {
            byte[] header = new byte[headerLength];
            frame.get(headerStart, header);
            Command usual = UsualHeader.decode(header, body);
            return usual != null ? usual : JsonHeader.decode(header, body);
        }
        if (type == SerializeType.ROCKETMQ.code()) {
            return BinaryHeader.decode(frame.slice(headerStart, headerLength), body);
        }
        throw new MalformedFrame("header type is " + type + "; 0 (JSON) and 1 (binary) are known");
    }

    /**
     * Writes what stands in front of a frame's body: length field, type, header length and header. The frame is
     * complete when the body's bytes follow.
     *
     * @param type of the header; a code that the binary form would cut off (over 16 bits) is written as JSON, which
     *     every peer reads
     * @throws IllegalArgumentException when the header is longer than 16 MiB - 1
     */
    public static byte[] encodeHead(Command command, SerializeType type) {
        boolean fits = command.code() == (short) command.code();
        ByteSink sink = new ByteSink(type == SerializeType.JSON ? 160 : 64);
        sink.skip(LENGTH_FIELD + TYPE_AND_HEADER_LENGTH);
        SerializeType written = type == SerializeType.ROCKETMQ && fits ? type : SerializeType.JSON;
        if (written == SerializeType.ROCKETMQ) {
            BinaryHeader.encode(command, sink);
        } else {
            JsonHeader.encode(command, sink);
        }
        int headerLength = sink.size() - LENGTH_FIELD - TYPE_AND_HEADER_LENGTH;
        if (headerLength > MAX_HEADER) {
            throw new IllegalArgumentException("header of " + headerLength + " bytes; at most " + MAX_HEADER + " fit");
        }
        int total = TYPE_AND_HEADER_LENGTH + headerLength + command.body().remaining();
        sink.setInt(0, total);
        sink.setInt(LENGTH_FIELD, written.code() << 24 | headerLength);
        return sink.toArray();
    }

    /** Writes a whole frame, body included. */
    public static byte[] encode(Command command, SerializeType type) {
        byte[] head = encodeHead(command, type);
        ByteBuffer body = command.body().duplicate();
        byte[] frame = new byte[head.length + body.remaining()];
        System.arraycopy(head, 0, frame, 0, head.length);
        body.get(frame, head.length, body.remaining());
        return frame;
    }
}
