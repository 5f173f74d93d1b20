package io.pharos.protocol.frame;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The compact header: code int16, language int8, version int16, opaque int32, flag int32, remark (int32 length + UTF-8),
 * extension block (int32 length + entries of int16 key length, key, int32 value length, value). Source: the original's
 * {@code RocketMQSerializable}.
 */
final class BinaryHeader {
    private static final byte[] NOTHING = {};

    private BinaryHeader() {}

    static Command decode(ByteBuffer header, ByteBuffer body) throws MalformedFrame {
        try {
            int code = header.getShort();
            Language language = Language.ofCode(header.get());
            int version = header.getShort();
            int opaque = header.getInt();
            int flags = header.getInt();
            String remark = text(header, header.getInt());
            ExtFields ext = fields(header);
            return new Command(code, language, version, opaque, flags, remark, ext, body);
        } catch (BufferUnderflowException tooShort) {
            throw new MalformedFrame("binary header ends too early");
        }
    }

    static void encode(Command command, ByteSink sink) {
        sink.putShort(command.code());
        sink.put(command.language().code());
        sink.putShort(command.version());
        sink.putInt(command.opaque());
        sink.putInt(command.flags());
        String remark = command.remark();
        byte[] remarkBytes = remark == null ? NOTHING : remark.getBytes(StandardCharsets.UTF_8);
        sink.putInt(remarkBytes.length);
        sink.put(remarkBytes);
        int lengthAt = sink.size();
        sink.putInt(0);
        command.ext().forEach((name, value) -> entry(sink, name, value));
        sink.setInt(lengthAt, sink.size() - lengthAt - Integer.BYTES);
    }

    private static ExtFields fields(ByteBuffer header) throws MalformedFrame {
        int length = header.getInt();
        if (length < 0 || length > header.remaining()) {
            throw new MalformedFrame("extension block of " + length + " bytes; " + header.remaining() + " are there");
        }
        if (length == 0) {
            return ExtFields.EMPTY;
        }
        int end = header.position() + length;
        ByteBuffer block = header.slice(header.position(), length);
        header.position(end);
        ExtFields.Builder fields = ExtFields.builder();
        while (block.hasRemaining()) {
            String name = text(block, block.getShort());
            String value = text(block, block.getInt());
            if (name != null) {
                fields.put(name, value);
            }
        }
        return fields.build();
    }

    private static void entry(ByteSink sink, String name, String value) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        if (key.length > Short.MAX_VALUE) {
            throw new IllegalArgumentException("field name of " + key.length + " bytes; at most " + Short.MAX_VALUE);
        }
        byte[] content = value.getBytes(StandardCharsets.UTF_8);
        sink.putShort(key.length);
        sink.put(key);
        sink.putInt(content.length);
        sink.put(content);
    }

    /** Null for no bytes, as the original reads it. */
    private static @Nullable String text(ByteBuffer from, int length) throws MalformedFrame {
        if (length < 0 || length > from.remaining()) {
            throw new MalformedFrame("text of " + length + " bytes; " + from.remaining() + " are there");
        }
        if (length == 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
