package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * GET_ROUTEINFO_BY_TOPIC (105): asks which brokers hold a topic.
 *
 * <p>Answers: 0 with a route as the body, 17 when the topic has none, or 1. Answers 0 and 17 of this name server carry an
 * {@link Answer}; a request that names the current revision is answered {@link
 * io.pharos.protocol.extension.ExtensionCodes#ROUTE_UNCHANGED}. Source: the original's {@code
 * GetRouteInfoRequestHeader} and, for zones, {@code ZoneRouteRPCHook}; the revision is an extension.
 *
 * @param topic not blank
 * @param acceptStandardJsonOnly whether number keys in the body must be quoted
 * @param zoneMode whether only the brokers of {@code zoneName} are wanted
 * @param zoneName null when not said
 * @param revision of the answer to the same question that the asker has; null for none
 */
public record GetRouteInfo(
        String topic,
        boolean acceptStandardJsonOnly,
        boolean zoneMode,
        @Nullable String zoneName,
        @Nullable String revision)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetRouteInfo> SPEC =
            new RequestSpec<>(105, "GET_ROUTEINFO_BY_TOPIC", GetRouteInfo::decode);

    private static final String REVISION = "revision";

    /** Without a revision. */
    public GetRouteInfo(String topic, boolean acceptStandardJsonOnly, boolean zoneMode, @Nullable String zoneName) {
        this(topic, acceptStandardJsonOnly, zoneMode, zoneName, null);
    }

    private static GetRouteInfo decode(Command command) {
        FieldReader fields = new FieldReader("GET_ROUTEINFO_BY_TOPIC", command.ext());
        return new GetRouteInfo(
                fields.text("topic"),
                fields.flag("acceptStandardJsonOnly"),
                fields.flag("__ZONE_MODE"),
                fields.optionalText("__ZONE_NAME"),
                fields.optionalText(REVISION));
    }

    @Override
    public RequestSpec<GetRouteInfo> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("topic", topic)
                .put("acceptStandardJsonOnly", acceptStandardJsonOnly)
                .put("__ZONE_MODE", zoneMode)
                .put("__ZONE_NAME", zoneName)
                .put(REVISION, revision)
                .build();
    }

    /**
     * Fields of the answer.
     *
     * @param revision of the answer; null from a stock name server
     */
    public record Answer(@Nullable String revision) {
        /** Reads them from an answer. */
        public static Answer from(ExtFields ext) {
            return new Answer(ext.get(REVISION));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.builder().put(REVISION, revision).build();
        }
    }
}
