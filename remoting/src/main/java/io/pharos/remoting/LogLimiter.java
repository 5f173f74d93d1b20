package io.pharos.remoting;

import io.pharos.base.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a few log lines through per period, so that a hostile peer can't fill the disk. What was left out is told, as a
 * number, when the next line of a later period comes. Thread-safe; two threads at the turn of a period may let one line
 * more through.
 */
public final class LogLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(LogLimiter.class);

    private final Clock clock;
    private final String what;
    private final long periodNanos;
    private final int linesPerPeriod;
    private final AtomicLong periodStart;
    private final AtomicLong lines = new AtomicLong();

    /**
     * Creates one.
     *
     * @param what the lines are about, for the line that tells how many were left out
     * @param period after which lines are counted anew
     * @param linesPerPeriod lines at most in one period
     */
    public LogLimiter(Clock clock, String what, Duration period, int linesPerPeriod) {
        this.clock = clock;
        this.what = what;
        this.periodNanos = period.toNanos();
        this.linesPerPeriod = linesPerPeriod;
        this.periodStart = new AtomicLong(clock.monotonicNanos());
    }

    /** Whether a line may be written now. */
    public boolean allows() {
        long now = clock.monotonicNanos();
        long start = periodStart.get();
        if (now - start >= periodNanos && periodStart.compareAndSet(start, now)) {
            long leftOut = lines.getAndSet(0) - linesPerPeriod;
            if (leftOut > 0) {
                LOG.warn("log lines left out about=[{}] lines=[{}]", what, leftOut);
            }
        }
        return lines.incrementAndGet() <= linesPerPeriod;
    }
}
