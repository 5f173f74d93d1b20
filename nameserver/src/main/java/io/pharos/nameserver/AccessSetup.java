package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.nameserver.access.AccessRules;
import io.pharos.nameserver.access.Plane;
import io.pharos.nameserver.config.ConfigKey;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.remoting.LogLimiter;
import java.time.Duration;
import java.util.Map;

/** What the configuration means for who may send what. */
final class AccessSetup {
    private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
    private static final int LOG_LINES = 20;

    private AccessSetup() {}

    static AccessRules of(NameServerConfig config, NameServerMetrics metrics, Clock clock) {
        AccessRules rules = new AccessRules(
                Map.of(
                        Plane.CLIENT, rule(config, NameServerKeys.CLIENT_ALLOW),
                        Plane.BROKER, rule(config, NameServerKeys.BROKER_ALLOW),
                        Plane.OPERATOR, rule(config, NameServerKeys.OPERATOR_ALLOW)),
                new LogLimiter(clock, "requests that are not allowed", LOG_PERIOD, LOG_LINES));
        metrics.counter(
                "pharos_requests_not_allowed_total", "Requests whose sender may not make them.", rules::refusals);
        return rules;
    }

    private static AccessRules.Rule rule(NameServerConfig config, ConfigKey<String> key) {
        return new AccessRules.Rule(key.name(), config.addresses(key));
    }
}
