package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_DIVERGENCE (31005): asks how a name server stands with its fellows, and which brokers only one of them sees. An
 * extension.
 *
 * <p>Answers: 0 with a {@link FellowReport} as the body.
 */
public record GetDivergence() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetDivergence> SPEC =
            new RequestSpec<>(31_005, "GET_DIVERGENCE", GetDivergence::decode);

    private static GetDivergence decode(Command ignored) {
        return new GetDivergence();
    }

    @Override
    public RequestSpec<GetDivergence> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
