package io.pharos.remoting;

import io.netty.buffer.ByteBuf;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.MalformedFrame;
import io.pharos.protocol.frame.SerializeType;
import java.nio.ByteBuffer;

/**
 * Frames to commands and back, between network buffers and {@link FrameCodec}. Thread-safe.
 *
 * @param type of the headers that are written; both are read
 */
record FrameFormat(SerializeType type) {

    /** Reads a frame from the byte after its length field to the buffer's limit; the body is a view of it. */
    Command decode(ByteBuffer frame) throws MalformedFrame {
        return FrameCodec.decode(frame);
    }

    /** Appends a whole frame, its length field included. */
    void encode(Command command, ByteBuf out) {
        byte[] head = FrameCodec.encodeHead(command, type);
        ByteBuffer body = command.body();
        out.ensureWritable(head.length + body.remaining());
        out.writeBytes(head);
        if (body.hasRemaining()) {
            out.writeBytes(body.duplicate());
        }
    }
}
