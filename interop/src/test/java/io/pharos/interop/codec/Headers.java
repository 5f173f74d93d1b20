package io.pharos.interop.codec;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.MalformedFrame;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.annotation.CFNotNull;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.jspecify.annotations.Nullable;

/** The original's header classes, written and read by its own code, and our fields, written and read by ours. */
final class Headers {
    private Headers() {}

    /** What the original makes of fields that we send. */
    static <T extends CommandCustomHeader> T readByThem(ExtFields ext, Class<T> header, SerializeType type)
            throws RemotingCommandException {
        byte[] frame = Wire.writtenByUs(Command.request(1, 1, ext, Command.NO_BODY), type);
        return Wire.readByThem(frame).decodeCommandCustomHeader(header);
    }

    /** What we receive of a header that the original sends. */
    static Command readByUs(CommandCustomHeader header, SerializeType type) throws MalformedFrame {
        RemotingCommand command = RemotingCommand.createRequestCommand(1, header);
        command.setSerializeTypeCurrentRPC(type);
        return Wire.readByUs(Wire.writtenByTheirPipeline(command));
    }

    /** Names and texts of all fields that have a value. */
    static Map<String, String> fields(CommandCustomHeader header) {
        Map<String, String> fields = new TreeMap<>();
        for (Field field : all(header.getClass())) {
            Object value = get(field, header);
            if (value != null) {
                fields.put(field.getName(), value.toString());
            }
        }
        return fields;
    }

    static Map<String, String> fields(ExtFields ext) {
        Map<String, String> fields = new TreeMap<>();
        ext.forEach(fields::put);
        return fields;
    }

    /** Names of the fields without which the original holds a header for damaged. */
    static List<String> mandatory(Class<? extends CommandCustomHeader> header) {
        return all(header).stream()
                .filter(field -> field.isAnnotationPresent(CFNotNull.class))
                .map(Field::getName)
                .toList();
    }

    static List<Field> all(Class<?> header) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = header; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static @Nullable Object get(Field field, Object holder) {
        try {
            return field.get(holder);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(field.getName(), impossible);
        }
    }
}
