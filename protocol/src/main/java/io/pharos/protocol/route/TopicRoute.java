package io.pharos.protocol.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a route query (the original's {@code TopicRouteData}). Deeply immutable.
 *
 * @param brokers groups that have the topic
 * @param queues the topic's queues on each of them
 * @param filterServers broker address to filter-server addresses; usually empty
 * @param orderTopicConf {@code broker:queues;broker:queues}, null for none
 * @param mappings broker name to static mapping; null when the topic is not static
 */
public record TopicRoute(
        List<BrokerData> brokers,
        List<QueueData> queues,
        Map<String, List<String>> filterServers,
        @Nullable String orderTopicConf,
        @Nullable Map<String, QueueMapping> mappings) {
    /** Copies the collections. */
    public TopicRoute {
        brokers = List.copyOf(brokers);
        queues = List.copyOf(queues);
        filterServers = Map.copyOf(filterServers);
        mappings = mappings == null ? null : Map.copyOf(mappings);
    }
}
