package io.pharos.nameserver.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pharos.protocol.route.TopicRun;

/**
 * The topic runs of kept registration bodies, so that brokers which register the same topics share them. Holds nothing
 * that no body holds. Thread-safe.
 *
 * <p>One run is known per name of its first topic: brokers that register a topic differently share less, and a peer
 * cannot choose the hash of a key.
 */
final class RunPool {
    private final Cache<String, TopicRun> latest =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    /** The known run of the same bytes, or the given one, which is known from now on. */
    TopicRun share(TopicRun run) {
        String first = run.topics().get(0).name();
        TopicRun known = latest.getIfPresent(first);
        if (known != null && known.sameBytes(run)) {
            return known;
        }
        latest.put(first, run);
        return run;
    }
}
