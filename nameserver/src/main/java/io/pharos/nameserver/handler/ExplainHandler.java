package io.pharos.nameserver.handler;

import io.pharos.nameserver.route.ExplanationSources;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.remoting.access.AddressList;
import org.jspecify.annotations.Nullable;

/** Says why routes are answered as they are. Walks all brokers that have a topic: not for an event loop. */
final class ExplainHandler {
    /** Longer names are refused unseen and not repeated. */
    private static final int MAX_TOPIC = 4_096;

    private final Routes routes;
    private final ExplanationSources sources;

    ExplainHandler(Routes routes, ExplanationSources sources) {
        this.routes = routes;
        this.sources = sources;
    }

    Reply explain(ExplainRoute request) {
        if (request.topic().length() > MAX_TOPIC) {
            throw refused("topic", request.topic(), "it may have " + MAX_TOPIC + " characters");
        }
        String zone = blankToNull(request.zone());
        if (zone != null && zone.length() > QueryHandlers.MAX_ZONE) {
            throw refused("zone", zone, "it may have " + QueryHandlers.MAX_ZONE + " characters");
        }
        String client = blankToNull(request.clientAddress());
        if (client != null && !AddressList.isPeer(client)) {
            throw refused("clientAddress", client, "it must be 10.1.2.3, 10.1.2.3:4567, [::1] or [::1]:4567");
        }
        return Reply.ok(routes.explain(new ExplainRoute(request.topic(), client, zone), sources)
                .encode());
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static RequestFailed refused(String field, String value, String rule) {
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                "EXPLAIN_ROUTE: header field " + field + " is [" + Quoted.bounded(value) + "]; " + rule);
    }
}
