package io.pharos.remoting;

import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.ResponseCode;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What all connections of one peer address may ask and send in a second, together. Thread-safe. */
final class PeerRate {
    private static final long TELL_EVERY_NANOS = 60_000_000_000L;

    private final String peer;
    private final Limits limits;
    private final @Nullable TokenBucket requests;
    private final @Nullable TokenBucket bytes;
    private final AtomicLong toldNanos;

    /** Connections that share it. Read and written under the lock of {@link PeerRates}'s entry alone. */
    int users;

    /**
     * The bounds of every peer; zero stands for none.
     *
     * @param requests in a second
     * @param bytes in a second
     */
    record Limits(int requests, long bytes) {
        static final String REQUESTS_KEY = "maxRequestsPerSecondPerPeer";
        static final String BYTES_KEY = "maxBytesPerSecondPerPeer";

        boolean isNone() {
            return requests == 0 && bytes == 0;
        }
    }

    PeerRate(String peer, Limits limits, long nowNanos) {
        this.peer = peer;
        this.limits = limits;
        this.requests = limits.requests() > 0 ? new TokenBucket(limits.requests(), nowNanos) : null;
        this.bytes = limits.bytes() > 0 ? new TokenBucket(limits.bytes(), nowNanos) : null;
        this.toldNanos = new AtomicLong(nowNanos - TELL_EVERY_NANOS);
    }

    /** The address, and through whom it was announced if it was. */
    String peer() {
        return peer;
    }

    Limits limits() {
        return limits;
    }

    /** Whether a request may be served now. */
    boolean admitsRequest(long nowNanos) {
        return requests == null || requests.take(nowNanos);
    }

    /** Counts bytes that were read; nanoseconds until more should be, zero or less for now. */
    long read(int count, long nowNanos) {
        return bytes == null ? 0 : bytes.charge(count, nowNanos);
    }

    /** Whether it makes no difference to a new one. */
    boolean isUnused(long nowNanos) {
        return (requests == null || requests.isFull(nowNanos)) && (bytes == null || bytes.isFull(nowNanos));
    }

    /** Whether it is time for a line in the log; true once a minute. */
    boolean isToBeTold(long nowNanos) {
        long told = toldNanos.get();
        return nowNanos - told >= TELL_EVERY_NANOS && toldNanos.compareAndSet(told, nowNanos);
    }

    /** The answer to a request that is one too many. */
    Reply refusal() {
        return Reply.failed(
                ResponseCode.SYSTEM_BUSY,
                "too many requests from " + peer + ": more than " + limits.requests()
                        + " in a second; ask less often, or raise " + Limits.REQUESTS_KEY + " at the name server");
    }
}
