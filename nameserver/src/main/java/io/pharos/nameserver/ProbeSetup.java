package io.pharos.nameserver;

import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.nameserver.route.Liveness;
import io.pharos.nameserver.route.Routes;
import java.time.Duration;

/** How the signs of life of brokers are followed, from the configuration to the metrics. */
final class ProbeSetup {
    private ProbeSetup() {}

    static Liveness of(NameServerConfig config) {
        return new Liveness(
                Duration.ofMillis(config.get(NameServerKeys.PROBE_AFTER_MILLIS)),
                Duration.ofMillis(config.get(NameServerKeys.SUSPECT_AFTER_MILLIS)),
                Duration.ofSeconds(config.get(NameServerKeys.DISBELIEF_SECONDS)));
    }

    static void show(Probes probes, Routes routes, NameServerMetrics metrics) {
        metrics.gauge(
                "pharos_own_network_distrusted",
                "1 while so many brokers are silent that all routes are kept, else 0.",
                () -> routes.distrustsItself() ? 1 : 0);
        metrics.counter("pharos_probes_sent_total", "Signs of life that silent brokers were asked for.", probes::sent);
        metrics.counter("pharos_probes_answered_total", "Signs of life that came when asked for.", probes::answers);
    }
}
