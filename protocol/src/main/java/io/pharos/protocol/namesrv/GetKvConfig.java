package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_KV_CONFIG (101): reads a value of the key-value configuration.
 *
 * <p>Answers: 0 with an {@link Answer}, or 22 when there is none. Source: the original's {@code
 * GetKVConfigRequestHeader}.
 *
 * @param namespace groups the keys, not blank
 * @param key not blank
 */
public record GetKvConfig(String namespace, String key) implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetKvConfig> SPEC = new RequestSpec<>(101, "GET_KV_CONFIG", GetKvConfig::decode);

    private static GetKvConfig decode(Command command) {
        FieldReader fields = new FieldReader("GET_KV_CONFIG", command.ext());
        return new GetKvConfig(fields.text("namespace"), fields.text("key"));
    }

    @Override
    public RequestSpec<GetKvConfig> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("namespace", namespace).put("key", key).build();
    }

    /**
     * Fields of the answer.
     *
     * @param value may be empty
     */
    public record Answer(String value) {
        /** Reads them from an answer; throws when the value is missing. */
        public static Answer from(ExtFields ext) {
            return new Answer(new FieldReader("GET_KV_CONFIG answer", ext).presentText("value"));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.of("value", value);
        }
    }
}
