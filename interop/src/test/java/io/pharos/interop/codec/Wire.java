package io.pharos.interop.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Language;
import io.pharos.protocol.frame.MalformedFrame;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.LanguageCode;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** Frames as bytes: written and read by either side, length field included. */
final class Wire {
    private static final int LENGTH_FIELD = FrameCodec.LENGTH_FIELD;

    private Wire() {}

    /** Our command that says what a frame says. */
    static Command ours(Frame frame) {
        return new Command(
                frame.code(),
                Language.valueOf(frame.language()),
                frame.version(),
                frame.opaque(),
                frame.flags(),
                frame.remark(),
                frame.extFields(),
                frame.body());
    }

    /** The original's command that says what a frame says. */
    static RemotingCommand theirs(Frame frame, SerializeType type) {
        RemotingCommand command = RemotingCommand.createRequestCommand(frame.code(), null);
        command.setLanguage(LanguageCode.valueOf(frame.language()));
        command.setVersion(frame.version());
        command.setOpaque(frame.opaque());
        command.setFlag(frame.flags());
        command.setRemark(frame.remark());
        command.setExtFields(frame.ext().isEmpty() ? null : new HashMap<>(frame.ext()));
        command.setBody(frame.body().hasRemaining() ? bytes(frame.body()) : null);
        command.setSerializeTypeCurrentRPC(type);
        return command;
    }

    static byte[] writtenByUs(Command command, SerializeType type) {
        return FrameCodec.encode(command, io.pharos.protocol.frame.SerializeType.valueOf(type.name()));
    }

    static byte[] writtenByThem(RemotingCommand command) {
        return bytes(command.encode());
    }

    /** As the original's network pipeline writes it: header into the buffer, then the body. */
    static byte[] writtenByTheirPipeline(RemotingCommand command) {
        ByteBuf buffer = Unpooled.buffer();
        command.fastEncodeHeader(buffer);
        if (command.getBody() != null) {
            buffer.writeBytes(command.getBody());
        }
        byte[] frame = new byte[buffer.readableBytes()];
        buffer.readBytes(frame);
        return frame;
    }

    static Command readByUs(byte[] frame) throws MalformedFrame {
        return FrameCodec.decode(ByteBuffer.wrap(frame, LENGTH_FIELD, payload(frame)));
    }

    static RemotingCommand readByThem(byte[] frame) throws RemotingCommandException {
        return RemotingCommand.decode(Arrays.copyOfRange(frame, LENGTH_FIELD, LENGTH_FIELD + payload(frame)));
    }

    private static int payload(byte[] frame) {
        int length = ByteBuffer.wrap(frame).getInt();
        if (length != frame.length - LENGTH_FIELD) {
            throw new AssertionError("length field says " + length + ", the frame has " + frame.length + " bytes");
        }
        return length;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
