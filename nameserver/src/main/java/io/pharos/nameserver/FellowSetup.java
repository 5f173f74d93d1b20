package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.nameserver.fellow.Fellows;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.auth.Credential;
import io.pharos.remoting.RemotingClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the configuration means for the exchange with fellows, and what it shows. */
final class FellowSetup {
    private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(3);

    private FellowSetup() {}

    static Fellows of(
            NameServerConfig config,
            RemotingClient client,
            @Nullable Supplier<Credential> credential,
            FenceStore fences,
            Routes routes,
            Clock clock,
            EventLoop deciding) {
        return new Fellows(
                config.peers(),
                (address, request) -> client.call(address, request, ANSWER_PATIENCE),
                credential,
                fences,
                routes,
                clock,
                deciding);
    }

    /** Asks now and from now on. */
    static void start(NameServerConfig config, Fellows fellows, EventLoop deciding) {
        if (!config.peers().isEmpty()) {
            deciding.execute(fellows::poll);
            deciding.every(Duration.ofMillis(config.get(NameServerKeys.PEER_POLL_MILLIS)), fellows::poll);
        }
    }

    static void show(Fellows fellows, NameServerMetrics metrics) {
        metrics.gauges(
                "pharos_divergent_brokers",
                "Brokers that only one of two name servers sees, for two polls or longer.",
                List.of("fellow", "kind"),
                values -> fellows.forEach((address, answering, ahead, missingHere, missingThere) -> {
                    values.call(missingHere, address, "missing_here");
                    values.call(missingThere, address, "missing_there");
                }));
        metrics.gauges(
                "pharos_fellow_up",
                "1 when the last answer of a fellow name server was good, else 0.",
                List.of("fellow"),
                values -> fellows.forEach((address, answering, ahead, missingHere, missingThere) ->
                        values.call(answering ? 1 : 0, address)));
        metrics.gauges(
                "pharos_fellow_clock_ahead_seconds",
                "By how much the clock of a fellow was ahead at its last good answer; negative when it was behind.",
                List.of("fellow"),
                values -> fellows.forEach((address, answering, ahead, missingHere, missingThere) ->
                        values.call(ahead.toMillis() / 1_000.0, address)));
        metrics.counter("pharos_fences_learned_total", "Decisions of fellows that were news.", fellows::learned);
        metrics.counter(
                "pharos_fellow_unsigned_total",
                "Answers of fellows that were refused because they were not signed as they must be.",
                fellows::unsigned);
        metrics.counter(
                "pharos_fellow_malformed_total",
                "Answers of fellows that were refused because they were not well-formed.",
                fellows::malformed);
    }
}
