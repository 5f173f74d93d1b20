package io.pharos.nameserver.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cluster and broker names, each of which doubles as a topic.
 *
 * @param topics the names, sorted
 * @param brokerAddress of a broker that knows more; null when there is none
 */
public record SystemTopics(List<String> topics, @Nullable String brokerAddress) {}
