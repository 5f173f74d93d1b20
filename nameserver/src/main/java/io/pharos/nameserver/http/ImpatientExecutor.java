package io.pharos.nameserver.http;

import io.pharos.base.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Interrupts a task that takes too long. The JDK's HTTP server reads a request and writes its answer with blocking calls
 * on the executor's thread, and an interrupt closes the channel such a call waits for (source: {@link
 * java.nio.channels.InterruptibleChannel}): so a slow peer holds a thread no longer than this. Thread-safe.
 */
final class ImpatientExecutor implements Executor {
    private final Executor executor;
    private final Scheduler scheduler;
    private final Duration patience;

    ImpatientExecutor(Executor executor, Scheduler scheduler, Duration patience) {
        this.executor = executor;
        this.scheduler = scheduler;
        this.patience = patience;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(() -> {
            Turn turn = new Turn(Thread.currentThread());
            Scheduler.Cancellation alarm = scheduler.schedule(patience, turn::interrupt);
            try {
                task.run();
            } finally {
                alarm.cancel();
                turn.end();
            }
        });
    }

    /** A thread's work on one task: an interrupt that comes after its end must not hit the next one. */
    private static final class Turn {
        private final Thread thread;
        private boolean ended;

        Turn(Thread thread) {
            this.thread = thread;
        }

        synchronized void interrupt() {
            if (!ended) {
                thread.interrupt();
            }
        }

        synchronized void end() {
            ended = true;
            boolean unused = Thread.interrupted();
        }
    }
}
