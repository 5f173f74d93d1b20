package io.pharos.protocol.extension;

import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * ROUTE_CHANGED (31012): a name server tells a client that watches what the routes of some topics are now.
 *
 * <p>Answers: none, it is sent one-way.
 *
 * @param body {@link io.pharos.protocol.route.RouteStates}; shared, not copied
 */
public record RouteChanged(ByteBuffer body) implements Request {
    /** Wire identity. */
    public static final RequestSpec<RouteChanged> SPEC =
            new RequestSpec<>(31_012, "ROUTE_CHANGED", command -> new RouteChanged(command.body()));

    @Override
    public RequestSpec<RouteChanged> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }
}
