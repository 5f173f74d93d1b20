package io.pharos.testkit;

import io.pharos.base.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class ManualClock implements Clock {
    private final AtomicLong wallMillis = new AtomicLong(1_700_000_000_000L);
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);

    @Override
    public long wallMillis() {
        return wallMillis.get();
    }

    @Override
    public long monotonicNanos() {
        return nanos.get();
    }

    /** Moves both readings forward. */
    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
        wallMillis.addAndGet(duration.toMillis());
    }

    /** Sets the wall clock alone, as an operator or NTP would; monotonic time does not notice. */
    public void jumpWallTo(long millis) {
        wallMillis.set(millis);
    }
}
