package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_KVLIST_BY_NAMESPACE (219): asks for all pairs of a namespace.
 *
 * <p>Answers: 0 with a table as the body, or 22 when the namespace is not known. Source: the original's {@code
 * GetKVListByNamespaceRequestHeader}.
 *
 * @param namespace not blank
 */
public record GetKvListByNamespace(String namespace) implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetKvListByNamespace> SPEC =
            new RequestSpec<>(219, "GET_KVLIST_BY_NAMESPACE", GetKvListByNamespace::decode);

    private static GetKvListByNamespace decode(Command command) {
        FieldReader fields = new FieldReader("GET_KVLIST_BY_NAMESPACE", command.ext());
        return new GetKvListByNamespace(fields.text("namespace"));
    }

    @Override
    public RequestSpec<GetKvListByNamespace> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("namespace", namespace).build();
    }
}
