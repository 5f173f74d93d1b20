package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_DECISIONS (31004): a name server asks a fellow what its operators decided and which brokers it sees. An extension.
 *
 * <p>Answers: 0 with {@link FellowNews} as the body.
 */
public record GetDecisions() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetDecisions> SPEC =
            new RequestSpec<>(31_004, "GET_DECISIONS", GetDecisions::decode);

    private static GetDecisions decode(Command ignored) {
        return new GetDecisions();
    }

    @Override
    public RequestSpec<GetDecisions> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
