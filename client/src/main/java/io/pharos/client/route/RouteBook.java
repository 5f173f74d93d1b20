package io.pharos.client.route;

import io.pharos.protocol.extension.RouteRevision;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.protocol.route.WatchList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of the watched topics; tells the listener what is new. Not thread-safe. */
final class RouteBook {
    private static final Logger LOG = LoggerFactory.getLogger(RouteBook.class);

    private final Map<String, Page> pages = new LinkedHashMap<>();
    private final RouteListener listener;

    RouteBook(RouteListener listener) {
        this.listener = listener;
    }

    private static final class Page {
        private @Nullable String revision;
        private @Nullable TopicRoute route;
        private boolean told;
    }

    /** Whether the topic was not watched before. */
    boolean add(String topic) {
        return pages.putIfAbsent(topic, new Page()) == null;
    }

    /** Whether the topic was watched. */
    boolean remove(String topic) {
        return pages.remove(topic) != null;
    }

    List<String> topics() {
        return List.copyOf(pages.keySet());
    }

    /** Revision of what is known; null for none. */
    @Nullable
    String revision(String topic) {
        Page page = pages.get(topic);
        return page == null ? null : page.revision;
    }

    /** Topics with what is known of them. */
    WatchList list(Collection<String> topics) {
        Map<String, Optional<String>> list = new LinkedHashMap<>();
        for (String topic : topics) {
            list.put(topic, Optional.ofNullable(revision(topic)));
        }
        return new WatchList(list);
    }

    /** What a name server says that is watched. What is older than what is known is dropped. */
    void apply(RouteStates.One state) {
        Page page = pages.get(state.topic());
        if (page != null
                && state.state() != RouteStates.State.UNCHANGED
                && !isOutdated(state.revision(), page.revision)) {
            enter(state.topic(), page, state.revision(), state.route());
        }
    }

    /**
     * What a name server answers that is asked.
     *
     * @param revision null from a stock one
     */
    void apply(String topic, @Nullable String revision, @Nullable TopicRoute route) {
        Page page = pages.get(topic);
        if (page != null) {
            enter(topic, page, revision, route);
        }
    }

    private void enter(String topic, Page page, @Nullable String revision, @Nullable TopicRoute route) {
        page.revision = revision;
        if (page.told && Objects.equals(page.route, route)) {
            return;
        }
        page.told = true;
        page.route = route;
        try {
            listener.changed(topic, route);
        } catch (RuntimeException failure) {
            LOG.error("route listener failed topic=[{}]", topic, failure);
        }
    }

    private static boolean isOutdated(String revision, @Nullable String known) {
        RouteRevision fresh = RouteRevision.parse(revision);
        RouteRevision held = known == null ? null : RouteRevision.parse(known);
        return fresh != null && held != null && fresh.isOutdatedBy(held);
    }
}
