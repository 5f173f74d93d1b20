package io.pharos.base;

/**
 * The source of time, passed to whatever depends on it so that tests can move time by hand.
 *
 * <p>Thread-safe. Durations are measured with {@link #monotonicNanos()}; {@link #wallMillis()} is only for values that
 * leave the process (wire, files, logs).
 */
public interface Clock {

    /** Milliseconds since 1970-01-01 UTC; may jump when the machine's clock is set. */
    long wallMillis();

    /**
     * Nanoseconds since an arbitrary origin; never goes back. Compare two readings by subtraction, because the value
     * may be negative and may wrap.
     */
    long monotonicNanos();

    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
