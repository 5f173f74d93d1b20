package io.pharos.protocol.route;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The static-topic mapping of one topic on one broker (the original's {@code TopicQueueMappingInfo}). Deeply immutable.
 *
 * @param topic name; null when the sender left it out
 * @param scope of the mapping, usually {@code __global__}
 * @param totalQueues logical queues of the topic over all brokers; count
 * @param brokerName the broker that hosts the physical queues ({@code bname} on the wire)
 * @param epoch of the mapping
 * @param dirty the sender's own mark, passed on
 * @param currIdMap logical queue id to physical queue id
 */
public record QueueMapping(
        @Nullable String topic,
        @Nullable String scope,
        int totalQueues,
        @Nullable String brokerName,
        long epoch,
        boolean dirty,
        SortedMap<Integer, Integer> currIdMap) {
    /** Copies the map. */
    public QueueMapping {
        currIdMap = Collections.unmodifiableSortedMap(new TreeMap<>((Map<Integer, Integer>) currIdMap));
    }
}
