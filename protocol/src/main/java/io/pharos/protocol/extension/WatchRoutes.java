package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.route.WatchList;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * WATCH_ROUTES (31010): a client wants to be told of each change of some topics' routes over this connection.
 *
 * <p>Answers: 0 with {@link io.pharos.protocol.route.RouteStates} as the body, or 1. Changes come as {@link RouteChanged}.
 *
 * @param acceptStandardJsonOnly as in {@link io.pharos.protocol.namesrv.GetRouteInfo}
 * @param zoneMode as there
 * @param zoneName as there
 * @param body a {@link WatchList}; shared, not copied
 */
public record WatchRoutes(
        boolean acceptStandardJsonOnly,
        boolean zoneMode,
        @Nullable String zoneName,
        ByteBuffer body) implements Request {
    /** Wire identity. */
    public static final RequestSpec<WatchRoutes> SPEC = new RequestSpec<>(31_010, "WATCH_ROUTES", WatchRoutes::decode);

    /** Of topics, in standard JSON and without a zone. */
    public static WatchRoutes of(WatchList topics) {
        return new WatchRoutes(true, false, null, ByteBuffer.wrap(topics.encode()));
    }

    private static WatchRoutes decode(Command command) {
        FieldReader fields = new FieldReader("WATCH_ROUTES", command.ext());
        return new WatchRoutes(
                fields.flag("acceptStandardJsonOnly"),
                fields.flag("__ZONE_MODE"),
                fields.optionalText("__ZONE_NAME"),
                command.body());
    }

    @Override
    public RequestSpec<WatchRoutes> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("acceptStandardJsonOnly", acceptStandardJsonOnly)
                .put("__ZONE_MODE", zoneMode)
                .put("__ZONE_NAME", zoneName)
                .build();
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }
}
