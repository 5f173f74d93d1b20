package io.pharos.remoting;

import io.pharos.base.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets a few log lines through per period, so that a hostile peer can't fill the disk. Thread-safe; two threads at the
 * turn of a period may let one line more through.
 */
public final class LogLimiter {
    private final Clock clock;
    private final long periodNanos;
    private final int linesPerPeriod;
    private final AtomicLong periodStart;
    private final AtomicLong lines = new AtomicLong();

    /**
     * Creates one.
     *
     * @param period after which lines are counted anew
     * @param linesPerPeriod lines at most in one period
     */
    public LogLimiter(Clock clock, Duration period, int linesPerPeriod) {
        this.clock = clock;
        this.periodNanos = period.toNanos();
        this.linesPerPeriod = linesPerPeriod;
        this.periodStart = new AtomicLong(clock.monotonicNanos());
    }

    /** Whether a line may be written now. */
    public boolean allows() {
        long now = clock.monotonicNanos();
        long start = periodStart.get();
        if (now - start >= periodNanos && periodStart.compareAndSet(start, now)) {
            lines.set(0);
        }
        return lines.incrementAndGet() <= linesPerPeriod;
    }
}
