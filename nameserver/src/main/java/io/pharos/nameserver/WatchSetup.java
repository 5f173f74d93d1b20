package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.watch.RouteWatch;
import io.pharos.nameserver.watch.WatchLimits;
import java.time.Duration;

/** What the configuration means for route watch, and what it shows. */
final class WatchSetup {
    private static final Duration STUCK_PERIOD = Duration.ofSeconds(5);

    private WatchSetup() {}

    /** Watch that hears of the changes of these routes. */
    static RouteWatch start(NameServerConfig config, Routes routes, Clock clock, Scheduler scheduler) {
        WatchLimits limits = new WatchLimits(
                config.whole(NameServerKeys.WATCH_TOPICS),
                config.whole(NameServerKeys.WATCH_SUBSCRIPTIONS),
                config.get(NameServerKeys.WATCH_BYTES),
                config.get(NameServerKeys.WATCH_PENDING_BYTES),
                Duration.ofMillis(config.get(NameServerKeys.WATCH_COALESCE_MILLIS)),
                WatchLimits.DEFAULT.patience());
        RouteWatch watch =
                new RouteWatch(routes, limits, config.get(NameServerKeys.ANSWER_CACHE_BYTES) / 4, clock, scheduler);
        routes.onChange(watch::changed);
        scheduler.every(STUCK_PERIOD, watch::closeStuck);
        return watch;
    }

    static void show(RouteWatch watch, NameServerMetrics metrics) {
        metrics.gauge("pharos_watchers", "Connections that watch routes.", watch::watchers);
        metrics.gauge(
                "pharos_watch_subscriptions",
                "Topics that connections watch, one watched by two counted twice.",
                watch::subscriptions);
        metrics.gauge("pharos_watch_bytes", "Bytes of memory that what is watched takes, about.", watch::heldBytes);
        metrics.gauge(
                "pharos_watch_pending_bytes",
                "Bytes of pushes that the system has not taken yet.",
                watch::pendingBytes);
        metrics.counter("pharos_watch_pushes_total", "Pushes of changed routes.", watch::pushes);
        metrics.counter("pharos_watch_coalesced_total", "Changes that went with another one's push.", watch::coalesced);
        metrics.counter("pharos_watch_refused_total", "Watch lists that were over a bound.", watch::refused);
        metrics.counter(
                "pharos_watch_stuck_total", "Connections closed because they did not take a push.", watch::stuck);
    }
}
