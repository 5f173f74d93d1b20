package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_BROKER_CLUSTER_INFO (106): asks for all clusters and brokers.
 *
 * <p>Answers: 0 with both tables as the body. Source: the original's {@code DefaultRequestProcessor}.
 */
public record GetBrokerClusterInfo() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetBrokerClusterInfo> SPEC =
            new RequestSpec<>(106, "GET_BROKER_CLUSTER_INFO", GetBrokerClusterInfo::decode);

    private static GetBrokerClusterInfo decode(Command ignored) {
        return new GetBrokerClusterInfo();
    }

    @Override
    public RequestSpec<GetBrokerClusterInfo> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
