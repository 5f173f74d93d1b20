package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * LIST_FENCES (31003): asks which fences hold, by whom, since when and why. An extension.
 *
 * <p>Answers: 0 with a {@link DecisionList} as the body, which has no lifted and no expired fences.
 */
public record ListFences() implements Request {
    /** Wire identity. */
    public static final RequestSpec<ListFences> SPEC = new RequestSpec<>(31_003, "LIST_FENCES", ListFences::decode);

    private static ListFences decode(Command ignored) {
        return new ListFences();
    }

    @Override
    public RequestSpec<ListFences> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
