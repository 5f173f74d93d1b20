package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * PUT_KV_CONFIG (100): sets a value of the key-value configuration.
 *
 * <p>Answers: 0. Source: the original's {@code PutKVConfigRequestHeader}.
 *
 * @param namespace groups the keys, not blank
 * @param key not blank
 * @param value may be empty
 */
public record PutKvConfig(String namespace, String key, String value) implements Request {
    /** Wire identity. */
    public static final RequestSpec<PutKvConfig> SPEC = new RequestSpec<>(100, "PUT_KV_CONFIG", PutKvConfig::decode);

    private static PutKvConfig decode(Command command) {
        FieldReader fields = new FieldReader("PUT_KV_CONFIG", command.ext());
        return new PutKvConfig(fields.text("namespace"), fields.text("key"), fields.presentText("value"));
    }

    @Override
    public RequestSpec<PutKvConfig> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("namespace", namespace)
                .put("key", key)
                .put("value", value)
                .build();
    }
}
