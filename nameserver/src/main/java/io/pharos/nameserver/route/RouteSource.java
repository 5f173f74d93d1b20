package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Reply;
import org.jspecify.annotations.Nullable;

/** What knows the current answers to route queries. Thread-safe; never blocks. */
public interface RouteSource {

    /**
     * The answer as of now: 0 with the route, 17 when no broker has the topic, or {@link
     * io.pharos.protocol.extension.ExtensionCodes#ROUTE_UNCHANGED}; always with its revision. Revisions of a query's
     * answers never go back, whoever asks.
     *
     * @param held revision of the asker's answer to the same query; null for none
     */
    Reply current(RouteQuery query, @Nullable String held);

    /** Whether answers about a topic are given: just after a start they may be withheld. */
    boolean isReady(String topic);
}
