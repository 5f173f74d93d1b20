package io.pharos.nameserver.watch;

import java.time.Duration;

/**
 * Bounds of route watch. Immutable.
 *
 * @param topicsPerConnection topics that one connection may watch; 1 or more
 * @param subscriptions topics that all connections together may watch, one watched by two counted twice; 1 or more
 * @param bytes of memory that all of them may take, about; 1 or more
 * @param pendingBytes bytes of pushes that the system has not taken yet, beyond which no further push begins; 1 or more
 * @param coalescing from one time that watchers are told to the next, for which changes are collected; zero or more
 * @param patience how long a peer may take for one push before its connection is closed; positive
 */
public record WatchLimits(
        int topicsPerConnection,
        int subscriptions,
        long bytes,
        long pendingBytes,
        Duration coalescing,
        Duration patience) {
    /** The defaults. */
    public static final WatchLimits DEFAULT =
            new WatchLimits(10_000, 500_000, 48L << 20, 32L << 20, Duration.ofMillis(20), Duration.ofSeconds(30));
}
