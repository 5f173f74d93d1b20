package io.pharos.remoting;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections against the limits in all and per peer, and gives those of one peer their common rate. Thread-safe.
 *
 * <p>A peer is the address of a socket, or one that a proxy announced together with the proxy's: whoever reaches the port
 * can announce anybody, and must not use up what is another's.
 */
final class Admission {
    private final int limit;
    private final int limitPerPeer;
    private final @Nullable PeerRates rates;
    private final Runnable whenEmpty;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<String, Integer> openByPeer = new ConcurrentHashMap<>();

    /**
     * Creates one; zero stands for no limit.
     *
     * @param rates null when there is no limit to them
     * @param whenEmpty runs each time that the last connection leaves
     */
    Admission(int limit, int limitPerPeer, @Nullable PeerRates rates, Runnable whenEmpty) {
        this.whenEmpty = whenEmpty;
        this.limit = limit;
        this.limitPerPeer = limitPerPeer;
        this.rates = rates;
    }

    /** Number of connections that hold a place. */
    int open() {
        return open.get();
    }

    /** A place in all; null when there is none. */
    @Nullable
    Ticket admit() {
        if (open.incrementAndGet() > limit && limit > 0) {
            open.decrementAndGet();
            return null;
        }
        return new Ticket();
    }

    /** Forgets what is not needed any more; now and then. */
    void sweep() {
        if (rates != null) {
            rates.sweep();
        }
    }

    /** Peers whose rates are kept: those with connections and those that have not recovered. */
    int ratesKept() {
        return rates == null ? 0 : rates.size();
    }

    /** One connection's place. Confined to its event loop. */
    final class Ticket {
        private @Nullable String socket;
        private @Nullable String peer;
        private @Nullable PeerRate rate;
        private boolean released;

        /**
         * Takes a place among those of the socket's address.
         *
         * @return false, holding no peer's place, when the peer has too many
         */
        boolean countFor(InetAddress address) {
            if (limitPerPeer == 0 && rates == null) {
                return true;
            }
            socket = address.getHostAddress();
            return join(socket);
        }

        /** As {@link #countFor} with what a proxy announced, giving back the place that was taken for the proxy. */
        boolean countForAnnounced(String source) {
            if (socket == null || released) {
                return true;
            }
            leavePeer();
            return join(source + " via " + socket);
        }

        /** The rate that it shares with the other connections of its peer; null when there is no limit. */
        @Nullable
        PeerRate rate() {
            return rate;
        }

        /** Gives everything back; does nothing the second time. */
        void release() {
            if (!released) {
                released = true;
                leavePeer();
                if (open.decrementAndGet() == 0) {
                    whenEmpty.run();
                }
            }
        }

        private boolean join(String name) {
            if (limitPerPeer > 0) {
                int count = openByPeer.merge(name, 1, Integer::sum);
                peer = name;
                if (count > limitPerPeer) {
                    leavePeer();
                    return false;
                }
            }
            rate = rates == null ? null : rates.join(name);
            return true;
        }

        private void leavePeer() {
            if (peer != null) {
                openByPeer.computeIfPresent(peer, (key, count) -> count > 1 ? count - 1 : null);
                peer = null;
            }
            if (rates != null && rate != null) {
                rates.leave(rate);
                rate = null;
            }
        }
    }
}
