package io.pharos.interop.codec;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.jspecify.annotations.Nullable;

/**
 * All that a frame says, whichever side read it. What the original tells apart in memory alone is the same here: no
 * table of fields and an empty one, a field that is null and none, no body and an empty one.
 */
record Frame(
        int code,
        String language,
        int version,
        int opaque,
        int flags,
        @Nullable String remark,
        Map<String, String> ext,
        ByteBuffer body) {

    static Frame of(Command command) {
        Map<String, String> ext = new HashMap<>();
        command.ext().forEach(ext::put);
        return new Frame(
                command.code(),
                command.language().name(),
                command.version(),
                command.opaque(),
                command.flags(),
                command.remark(),
                ext,
                command.body());
    }

    static Frame of(RemotingCommand command) {
        Map<String, String> ext = new HashMap<>();
        if (command.getExtFields() != null) {
            ext.putAll(command.getExtFields());
            ext.values().removeIf(Objects::isNull);
        }
        byte[] body = command.getBody();
        return new Frame(
                command.getCode(),
                command.getLanguage().name(),
                command.getVersion(),
                command.getOpaque(),
                command.getFlag(),
                command.getRemark(),
                ext,
                body == null ? Command.NO_BODY : ByteBuffer.wrap(body));
    }

    /** The same frame with other extension fields. */
    Frame withExt(Map<String, String> other) {
        return new Frame(code, language, version, opaque, flags, remark, other, body);
    }

    /** The same frame with another remark. */
    Frame withRemark(@Nullable String other) {
        return new Frame(code, language, version, opaque, flags, other, ext, body);
    }

    /** The same frame with another correlation number. */
    Frame withOpaque(int other) {
        return new Frame(code, language, version, other, flags, remark, ext, body);
    }

    ExtFields extFields() {
        ExtFields.Builder fields = ExtFields.builder();
        ext.forEach(fields::put);
        return fields.build();
    }
}
