package io.pharos.remoting;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts connections against the limits in all and per peer address. Thread-safe. */
final class Admission {
    private final int limit;
    private final int limitPerPeer;
    private final Runnable whenEmpty;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<Object, Integer> openByPeer = new ConcurrentHashMap<>();

    /** Zero stands for no limit; {@code whenEmpty} runs each time that the last connection leaves. */
    Admission(int limit, int limitPerPeer, Runnable whenEmpty) {
        this.whenEmpty = whenEmpty;
        this.limit = limit;
        this.limitPerPeer = limitPerPeer;
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

    /** One connection's place. Confined to its event loop. */
    final class Ticket {
        private @Nullable Object peer;
        private boolean released;

        /**
         * Takes a place among those of a peer, giving back one that was taken for another peer.
         *
         * @param address an {@link InetAddress} or the text that a proxy announced
         * @return false, holding no peer's place, when the peer has too many
         */
        boolean countFor(Object address) {
            leavePeer();
            if (limitPerPeer == 0 || released) {
                return true;
            }
            Object key = address instanceof InetAddress inet ? inet.getHostAddress() : address;
            int count = openByPeer.merge(key, 1, Integer::sum);
            peer = key;
            if (count > limitPerPeer) {
                leavePeer();
                return false;
            }
            return true;
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

        private void leavePeer() {
            if (peer != null) {
                openByPeer.computeIfPresent(peer, (key, count) -> count > 1 ? count - 1 : null);
                peer = null;
            }
        }
    }
}
