package io.pharos.testkit;

import io.pharos.base.Scheduler;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose tasks run on the test's own thread when {@link #advance} passes their time; moves its
 * {@link ManualClock} along. One thread advances it; any thread may add and drop tasks.
 */
public final class ManualScheduler implements Scheduler {
    private final ManualClock clock;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.<Task>comparingLong(task -> task.dueNanos).thenComparingLong(task -> task.order));
    private long order;

    /** Creates one without tasks. */
    public ManualScheduler(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
        return add(delay, null, task);
    }

    @Override
    public Cancellation every(Duration period, Runnable task) {
        return add(period, period, task);
    }

    /** Moves time forward, running what falls due at its due time, in order. */
    public void advance(Duration duration) {
        long end = clock.monotonicNanos() + duration.toNanos();
        for (Task next = removeDue(end); next != null; next = removeDue(end)) {
            clock.advance(Duration.ofNanos(Math.max(0, next.dueNanos - clock.monotonicNanos())));
            next.run();
        }
        clock.advance(Duration.ofNanos(end - clock.monotonicNanos()));
    }

    private synchronized @Nullable Task removeDue(long endNanos) {
        Task first = tasks.peek();
        return first != null && first.dueNanos <= endNanos ? tasks.remove() : null;
    }

    private synchronized Cancellation add(Duration delay, @Nullable Duration period, Runnable action) {
        Task task = new Task(clock.monotonicNanos() + Math.max(0, delay.toNanos()), order++, period, action);
        tasks.add(task);
        return () -> task.cancelled = true;
    }

    private final class Task {
        private long dueNanos;
        private long order;
        private final @Nullable Duration period;
        private final Runnable action;
        private volatile boolean cancelled;

        Task(long dueNanos, long order, @Nullable Duration period, Runnable action) {
            this.dueNanos = dueNanos;
            this.order = order;
            this.period = period;
            this.action = action;
        }

        void run() {
            if (cancelled) {
                return;
            }
            action.run();
            if (period != null && !cancelled) {
                synchronized (ManualScheduler.this) {
                    dueNanos = clock.monotonicNanos() + period.toNanos();
                    order = ManualScheduler.this.order++;
                    tasks.add(this);
                }
            }
        }
    }
}
