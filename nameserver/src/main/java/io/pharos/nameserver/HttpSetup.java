package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.nameserver.http.HttpEndpoint;
import io.pharos.remoting.BindFailed;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the configuration means for the HTTP endpoint. */
final class HttpSetup {
    private static final int OFF = -1;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private HttpSetup() {}

    /**
     * Starts it; null when it is switched off.
     *
     * @throws BindFailed when the address can't be listened on
     */
    static @Nullable HttpEndpoint start(
            NameServerConfig config, PrometheusRegistry metrics, Vitals vitals, Scheduler scheduler, Clock clock)
            throws IOException {
        int port = config.whole(NameServerKeys.METRICS_PORT);
        if (port == OFF) {
            return null;
        }
        BindFailed.Setting keys = new BindFailed.Setting(
                NameServerKeys.METRICS_ADDRESS.name(),
                NameServerKeys.METRICS_PORT.name(),
                ", or switch the metrics endpoint off with " + NameServerKeys.METRICS_PORT.name() + "=" + OFF);
        HttpEndpoint.Setup setup =
                new HttpEndpoint.Setup(config.get(NameServerKeys.METRICS_ADDRESS), port, keys, PATIENCE);
        return HttpEndpoint.start(setup, metrics, vitals::health, vitals::readiness, scheduler, clock);
    }
}
