package io.pharos.nameserver.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pharos.protocol.route.TopicEntry;

/**
 * The entries of kept registration bodies, so that brokers which register the same topics share them. Holds nothing
 * that no body holds. Thread-safe.
 *
 * <p>One entry is known per topic name: brokers that register a topic differently share less, and a peer cannot choose
 * the hash of a key.
 */
final class EntryPool {
    private final Cache<String, TopicEntry> latest =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    /** The known entry of the same bytes, or the given one, which is known from now on. */
    TopicEntry share(TopicEntry entry) {
        String topic = entry.topic().name();
        TopicEntry known = latest.getIfPresent(topic);
        if (known != null && known.sameBytes(entry)) {
            return known;
        }
        latest.put(topic, entry);
        return entry;
    }
}
