package io.pharos.client.route;

import io.pharos.protocol.route.TopicRoute;
import org.jspecify.annotations.Nullable;

/** Hears what the routes of watched topics are. */
@FunctionalInterface
public interface RouteListener {

    /**
     * The first state of a topic, or another one than the last that was told. One call at a time, in order; it may be on an
     * event loop and must not block.
     *
     * @param route null when no broker has the topic
     */
    void changed(String topic, @Nullable TopicRoute route);
}
