package io.pharos.protocol.extension;

import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * UNWATCH_ROUTES (31011): a client no longer wants to hear of some topics over this connection.
 *
 * <p>Answers: 0, also for topics that it did not watch, or 1. A push that is under way may still come.
 *
 * @param body a {@link io.pharos.protocol.route.WatchList}, of which the names matter; empty for all topics; shared, not
 *     copied
 */
public record UnwatchRoutes(ByteBuffer body) implements Request {
    /** Wire identity. */
    public static final RequestSpec<UnwatchRoutes> SPEC =
            new RequestSpec<>(31_011, "UNWATCH_ROUTES", command -> new UnwatchRoutes(command.body()));

    @Override
    public RequestSpec<UnwatchRoutes> spec() {
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
