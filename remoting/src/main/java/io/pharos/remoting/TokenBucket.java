package io.pharos.remoting;

import java.util.concurrent.atomic.AtomicLong;

/**
 * So many units a second, a second's worth of them at once. Kept as one number, the time at which all that was taken is
 * paid for: it runs ahead with each unit and lies a second back at most. Nothing has to be refilled, and whoever takes
 * more than there is knows when it is paid for.
 *
 * <p>Thread-safe and lock-free; several event loops take from one bucket. Source of the idea: the generic cell rate
 * algorithm of ITU-T I.371, in its form of virtual scheduling.
 */
final class TokenBucket {
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final long perSecond;
    private final AtomicLong paidNanos;

    /**
     * Creates a full one.
     *
     * @param perSecond units, 1 to 1000000000 where they are taken one by one
     */
    TokenBucket(long perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.paidNanos = new AtomicLong(nowNanos - SECOND_NANOS);
    }

    /** Takes a unit; false, and takes none, when there is none. */
    boolean take(long nowNanos) {
        long cost = costNanos(1);
        long seen;
        long paid;
        do {
            seen = paidNanos.get();
            paid = notBefore(seen, nowNanos) + cost;
            if (paid - nowNanos > 0) {
                return false;
            }
        } while (!paidNanos.compareAndSet(seen, paid));
        return true;
    }

    /**
     * Takes units that cannot be refused, because they are used up already.
     *
     * @param units zero or more
     * @return nanoseconds until they are paid for, and with them all that was taken before; zero or less for none
     */
    long charge(int units, long nowNanos) {
        long cost = costNanos(units);
        return paidNanos.updateAndGet(seen -> notBefore(seen, nowNanos) + cost) - nowNanos;
    }

    /** Whether it is as good as new. */
    boolean isFull(long nowNanos) {
        return nowNanos - paidNanos.get() >= SECOND_NANOS;
    }

    private long costNanos(int units) {
        return units * SECOND_NANOS / perSecond;
    }

    private static long notBefore(long paidNanos, long nowNanos) {
        return nowNanos - paidNanos > SECOND_NANOS ? nowNanos - SECOND_NANOS : paidNanos;
    }
}
