package io.pharos.nameserver.watch;

import io.pharos.nameserver.route.RouteQuery;
import io.pharos.protocol.route.WatchList;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Route watch over routes, time and connections of the test's own. */
final class WatchFixture {
    static final Duration COALESCING = Duration.ofMillis(20);

    final ManualClock clock = new ManualClock();
    final ManualScheduler scheduler = new ManualScheduler(clock);
    final FakeRoutes routes = new FakeRoutes("run", topic -> changed(topic));
    final RouteWatch watch;
    private long connections;

    WatchFixture() {
        this(WatchLimits.DEFAULT);
    }

    WatchFixture(WatchLimits limits) {
        watch = new RouteWatch(routes, limits, 1 << 20, clock, scheduler);
    }

    private void changed(String topic) {
        watch.changed(topic);
    }

    FakePeer connect() {
        return new FakePeer(++connections, watch);
    }

    /** Watches topics of which nothing is known, and hears of them what the answer says. */
    List<String> watch(FakePeer peer, String... topics) {
        Map<String, Optional<String>> list = new LinkedHashMap<>();
        for (String topic : topics) {
            list.put(topic, Optional.empty());
        }
        return watch(peer, list);
    }

    List<String> resume(FakePeer peer, String topic, @Nullable String revision) {
        return watch(peer, Map.of(topic, Optional.ofNullable(revision)));
    }

    List<String> watch(FakePeer peer, Map<String, Optional<String>> list) {
        peer.takeAnswer(
                ByteBuffer.wrap(watch.watch(peer, new WatchList(list), topic -> new RouteQuery(topic, true, null))));
        return peer.news();
    }

    /** So much time passes that what has changed is told. */
    void pass() {
        scheduler.advance(COALESCING);
    }
}
