package io.pharos.base;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One named daemon thread that runs tasks one after the other: the owner of a piece of single-threaded state.
 *
 * <p>Thread-safe. Tasks run in the order of their submission; delayed tasks join when their time has come. A task that
 * throws is logged and does not stop the loop. After {@link #close()} submissions are refused with
 * {@link RejectedExecutionException}; tasks accepted before still run, delayed ones are dropped.
 */
public final class EventLoop implements Executor, Scheduler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final ScheduledThreadPoolExecutor executor;

    /**
     * Starts the loop.
     *
     * @param name of the thread, as seen in thread dumps
     */
    public EventLoop(String name) {
        this.name = name;
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.AbortPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        // execute() of this executor is a delayed task of delay zero: accepted ones must survive close().
        executor.prestartAllCoreThreads();
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(guarded(task));
    }

    /**
     * Runs a task on the loop and gives its result.
     *
     * @return completes with the result, or exceptionally with what the task threw; refused tasks complete with
     *     {@link RejectedExecutionException}
     */
    public <T> CompletableFuture<T> submit(Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    result.complete(task.get());
                } catch (RuntimeException | Error failure) {
                    result.completeExceptionally(failure);
                }
            });
        } catch (RejectedExecutionException refused) {
            result.completeExceptionally(refused);
        }
        return result;
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
        ScheduledFuture<?> future = executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public Cancellation every(Duration period, Runnable task) {
        long nanos = period.toNanos();
        ScheduledFuture<?> future = executor.scheduleWithFixedDelay(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Number of tasks that wait, delayed ones included. */
    public int backlog() {
        return executor.getQueue().size();
    }

    /**
     * Runs what was accepted, then stops the thread. Waits up to ten seconds for it; called from the loop itself it
     * does not wait.
     */
    @Override
    public void close() {
        executor.shutdown();
        boolean interrupted = false;
        try {
            if (!executor.awaitTermination(CLOSE_PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("event loop did not stop name=[{}] waitedSeconds=[{}]", name, CLOSE_PATIENCE.toSeconds());
            }
        } catch (InterruptedException stop) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                LOG.error("event loop task failed loop=[{}]", name, failure);
            }
        };
    }
}
