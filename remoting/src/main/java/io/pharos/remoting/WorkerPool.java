package io.pharos.remoting;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded, named pool for work that may block or take long. When its queue is full it refuses with
 * {@link java.util.concurrent.RejectedExecutionException}, which the dispatcher answers with SYSTEM_BUSY. Thread-safe.
 */
public final class WorkerPool implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final ThreadPoolExecutor executor;

    /**
     * Creates a pool; threads start when there is work.
     *
     * @param name prefix of the threads' names
     * @param threads at most; 1 or more
     * @param queueCapacity tasks that may wait; 1 or more
     */
    public WorkerPool(String name, int threads, int queueCapacity) {
        this.name = name;
        AtomicInteger number = new AtomicInteger();
        this.executor = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queueCapacity), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Name of the pool. */
    public String name() {
        return name;
    }

    /** Tasks that wait. */
    public int backlog() {
        return executor.getQueue().size();
    }

    /** Finishes what was accepted, waiting up to ten seconds, and refuses the rest. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("worker pool did not stop name=[{}] waitedSeconds=[{}]", name, CLOSE_PATIENCE.toSeconds());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
