package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * DELETE_KV_CONFIG (102): removes a value of the key-value configuration.
 *
 * <p>Answers: 0, also when there was none. Source: the original's {@code DeleteKVConfigRequestHeader}.
 *
 * @param namespace groups the keys, not blank
 * @param key not blank
 */
public record DeleteKvConfig(String namespace, String key) implements Request {
    /** Wire identity. */
    public static final RequestSpec<DeleteKvConfig> SPEC =
            new RequestSpec<>(102, "DELETE_KV_CONFIG", DeleteKvConfig::decode);

    private static DeleteKvConfig decode(Command command) {
        FieldReader fields = new FieldReader("DELETE_KV_CONFIG", command.ext());
        return new DeleteKvConfig(fields.text("namespace"), fields.text("key"));
    }

    @Override
    public RequestSpec<DeleteKvConfig> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("namespace", namespace).put("key", key).build();
    }
}
