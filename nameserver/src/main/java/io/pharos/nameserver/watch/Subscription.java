package io.pharos.nameserver.watch;

import io.pharos.nameserver.route.RouteQuery;
import org.jspecify.annotations.Nullable;

/** One topic that one connection watches. All but the slot belongs to the watcher's lock. */
final class Subscription {
    private final Watcher watcher;

    /** Index in the topic's list; belongs to {@link WatchedTopic}. */
    int slot = -1;

    /** What the watcher asks about the topic. */
    RouteQuery query;

    /** Revision of the state that the watcher was told last; null for none. */
    @Nullable
    String told;

    /** Whether the topic may have changed since. */
    boolean dirty;

    Subscription(Watcher watcher, RouteQuery query) {
        this.watcher = watcher;
        this.query = query;
    }

    Watcher watcher() {
        return watcher;
    }
}
