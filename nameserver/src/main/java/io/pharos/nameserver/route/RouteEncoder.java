package io.pharos.nameserver.route;

import io.pharos.protocol.route.TopicRoute;

/** Turns a route into the body of an answer. Thread-safe. */
@FunctionalInterface
public interface RouteEncoder {

    /**
     * Encodes.
     *
     * @param strict standard JSON; otherwise the original's dialect with unquoted integer keys
     */
    byte[] encode(TopicRoute route, boolean strict);
}
