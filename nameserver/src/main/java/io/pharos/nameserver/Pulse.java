package io.pharos.nameserver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks threads whether they still find time for a task. Thread-safe. */
final class Pulse {
    private final String name;
    private final Supplier<? extends Future<?>> task;
    private final Duration patience;
    private Future<?> asked = CompletableFuture.completedFuture(null);

    /**
     * Asks nobody yet.
     *
     * @param name of what is asked, as the subject of a sentence
     * @param task hands over a task; done when it has run
     * @param patience for which {@link #problem} waits
     */
    Pulse(String name, Supplier<? extends Future<?>> task, Duration patience) {
        this.name = name;
        this.task = task;
        this.patience = patience;
    }

    /** What is wrong, in a sentence, waiting for an answer; null when nothing is. */
    @Nullable
    String problem() {
        try {
            Object unused = next().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return null;
        } catch (TimeoutException stuck) {
            return name + " did not answer within " + patience.toMillis() + " ms";
        } catch (ExecutionException ended) {
            return name + " has ended";
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return name + " was not waited for";
        }
    }

    /** One task at a time: those who ask while it is stuck wait for the same, so that none pile up. */
    private synchronized Future<?> next() {
        if (asked.isDone()) {
            asked = task.get();
        }
        return asked;
    }
}
