package io.pharos.protocol.route;

import java.util.Map;

/**
 * A topic as a broker registers it. Deeply immutable.
 *
 * @param name of the topic
 * @param readQueues queues to consume from; count
 * @param writeQueues queues to send to; count
 * @param permission bits of {@link Permission}
 * @param sysFlag bit 0 unit topic, bit 1 has a unit subscription; not carried by the deflated body form
 * @param order whether the topic is ordered; not carried by the deflated body form
 * @param filterType name of the original's {@code TopicFilterType}, usually {@code SINGLE_TAG}
 * @param attributes free attributes
 */
public record TopicConfig(
        String name,
        int readQueues,
        int writeQueues,
        int permission,
        int sysFlag,
        boolean order,
        String filterType,
        Map<String, String> attributes) {
    /** Copies the attributes. */
    public TopicConfig {
        attributes = Map.copyOf(attributes);
    }
}
