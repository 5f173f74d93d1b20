package io.pharos.base;

import java.time.Duration;

/**
 * Runs tasks later. The system's version is {@link EventLoop}; tests use a hand-driven one.
 *
 * <p>Thread-safe. A task that throws is reported by the scheduler and, if periodic, runs again at its next time.
 */
public interface Scheduler {

    /**
     * Runs a task once.
     *
     * @param delay from now; zero or negative means as soon as possible
     * @param task what to run, on the scheduler's own thread
     * @return a handle that drops the task if it has not begun
     */
    Cancellation schedule(Duration delay, Runnable task);

    /**
     * Runs a task again and again, with {@code period} between the end of one run and the start of the next.
     *
     * @param period positive; also the delay before the first run
     * @param task what to run, on the scheduler's own thread
     * @return a handle that stops the repetition
     */
    Cancellation every(Duration period, Runnable task);

    /** A handle on a scheduled task. */
    @FunctionalInterface
    interface Cancellation {

        /** Drops the task; does nothing when it has run or was dropped already. Never blocks. */
        void cancel();
    }
}
