package io.pharos.nameserver.route;

import java.time.Duration;
import java.util.Map;

/**
 * The part of the configuration that routes depend on. Immutable; replaced as a whole by {@link Routes#configure}.
 *
 * @param supportActingMaster show the smallest slave of a group without master as its master
 * @param notifyMinBrokerIdChanged tell the members of a group when its smallest id changes
 * @param orderConf order configuration by topic (the namespace {@code ORDER_TOPIC_CONFIG}); empty when route answers
 *     carry none; immutable, not copied
 * @param serviceWait time after the start during which answers that may be incomplete are withheld; zero for none
 * @param defaultTimeout silence after which a broker that names no time is gone; positive
 * @param liveness how closely the signs of life of brokers are followed
 */
public record RouteSettings(
        boolean supportActingMaster,
        boolean notifyMinBrokerIdChanged,
        Map<String, String> orderConf,
        Duration serviceWait,
        Duration defaultTimeout,
        Liveness liveness) {
    /** The original's defaults. */
    public static final RouteSettings DEFAULT =
            new RouteSettings(false, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), Liveness.DEADLINES_ALONE);
}
