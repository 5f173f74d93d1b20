package io.pharos.remoting;

import io.pharos.base.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The rates of all peer addresses that have connections, and of those whose last connection left with something used up:
 * coming back does not make a rate new. The latter are kept until they have recovered, a second for requests; in case of
 * very many, only so many are. Thread-safe.
 */
final class PeerRates {
    /** About 300 bytes each. An attacker with more addresses than that gains nothing from new rates for old addresses. */
    static final int MOST_LEFT_BEHIND = 50_000;

    private final PeerRate.Limits limits;
    private final Clock clock;
    private final ConcurrentHashMap<String, PeerRate> byPeer = new ConcurrentHashMap<>();
    private final AtomicInteger leftBehind = new AtomicInteger();

    PeerRates(PeerRate.Limits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** The rate of a peer, for one more connection. */
    PeerRate join(String peer) {
        return byPeer.compute(peer, (name, present) -> {
            PeerRate rate = present;
            if (rate == null) {
                rate = new PeerRate(name, limits, clock.monotonicNanos());
            } else if (rate.users == 0) {
                leftBehind.decrementAndGet();
            }
            rate.users++;
            return rate;
        });
    }

    /** Ends one connection's share in a rate. */
    void leave(PeerRate left) {
        byPeer.computeIfPresent(left.peer(), (name, rate) -> {
            rate.users--;
            if (rate.users > 0) {
                return rate;
            }
            if (rate.isUnused(clock.monotonicNanos()) || leftBehind.get() >= MOST_LEFT_BEHIND) {
                return null;
            }
            leftBehind.incrementAndGet();
            return rate;
        });
    }

    /** Forgets those that nobody uses and that have recovered. */
    void sweep() {
        if (leftBehind.get() == 0) {
            return;
        }
        long now = clock.monotonicNanos();
        for (String peer : byPeer.keySet()) {
            byPeer.computeIfPresent(peer, (name, rate) -> {
                if (rate.users > 0 || !rate.isUnused(now)) {
                    return rate;
                }
                leftBehind.decrementAndGet();
                return null;
            });
        }
    }

    /** Rates that are kept. */
    int size() {
        return byPeer.size();
    }
}
