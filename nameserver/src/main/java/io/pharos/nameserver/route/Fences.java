package io.pharos.nameserver.route;

import io.pharos.protocol.extension.FenceKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where operators stopped writes: apart from what brokers register, so it outlives any registration and the absence of
 * what it is about. Immutable.
 *
 * @param brokers cluster and broker name of each that is fenced as a whole
 * @param topics fence by topic
 */
public record Fences(Set<Name> brokers, Map<String, TopicFence> topics) {
    /** Writes are stopped nowhere. */
    public static final Fences NONE = new Fences(Set.of(), Map.of());

    /** Copies the collections. */
    public Fences {
        brokers = Set.copyOf(brokers);
        topics = Map.copyOf(topics);
    }

    /** What these keys stop, all at once. */
    public static Fences of(Collection<FenceKey> keys) {
        Set<Name> brokers = new HashSet<>();
        Set<String> everywhere = new HashSet<>();
        Map<String, Set<Name>> onBrokers = new HashMap<>();
        for (FenceKey key : keys) {
            Name broker = new Name(key.cluster(), key.brokerName());
            if (key.isBroker()) {
                brokers.add(broker);
            } else {
                Set<Name> on = onBrokers.computeIfAbsent(key.topic(), none -> new HashSet<>());
                if (key.isEverywhere()) {
                    everywhere.add(key.topic());
                } else {
                    on.add(broker);
                }
            }
        }
        Map<String, TopicFence> topics = new HashMap<>();
        onBrokers.forEach((topic, on) -> topics.put(topic, new TopicFence(everywhere.contains(topic), on)));
        return new Fences(brokers, topics);
    }

    boolean holds(String cluster, String brokerName) {
        return brokers.contains(new Name(cluster, brokerName));
    }

    /**
     * Key of a broker group.
     *
     * @param cluster name
     * @param brokerName name
     */
    public record Name(String cluster, String brokerName) {}
}
