package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_NAMESRV_CONFIG (319): asks for the effective configuration.
 *
 * <p>Answers: 0 with lines {@code key=value} as the body. Source: the original's {@code DefaultRequestProcessor}.
 */
public record GetNamesrvConfig() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetNamesrvConfig> SPEC =
            new RequestSpec<>(319, "GET_NAMESRV_CONFIG", GetNamesrvConfig::decode);

    private static GetNamesrvConfig decode(Command ignored) {
        return new GetNamesrvConfig();
    }

    @Override
    public RequestSpec<GetNamesrvConfig> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
