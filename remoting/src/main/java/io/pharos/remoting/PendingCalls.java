package io.pharos.remoting;

import io.pharos.base.Scheduler;
import io.pharos.protocol.frame.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Calls of this process on one connection that wait for their answers, by opaque. Thread-safe. */
final class PendingCalls {
    private final ConcurrentHashMap<Integer, CompletableFuture<Command>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger nextOpaque = new AtomicInteger();
    private final AtomicInteger outstanding = new AtomicInteger();
    private final int limit;
    private volatile @Nullable IOException ended;

    PendingCalls(int limit) {
        this.limit = limit;
    }

    /** An opaque that no waiting call has. */
    int newOpaque() {
        return nextOpaque.getAndIncrement();
    }

    /**
     * Enters a call, which ends with its answer, its timeout or the connection.
     *
     * @throws RejectedExecutionException when the scheduler takes no more tasks; then nothing was entered
     */
    CompletableFuture<Command> enter(int opaque, Duration timeout, Scheduler scheduler, String peer) {
        CompletableFuture<Command> answer = new CompletableFuture<>();
        if (outstanding.incrementAndGet() > limit) {
            outstanding.decrementAndGet();
            answer.completeExceptionally(
                    new IOException("call to " + peer + " refused: " + limit + " calls wait for answers already"));
            return answer;
        }
        waiting.put(opaque, answer);
        Scheduler.Cancellation expiry;
        try {
            expiry = scheduler.schedule(timeout, () -> {
                if (take(opaque) != null) {
                    answer.completeExceptionally(
                            new TimeoutException("no answer from " + peer + " within " + timeout.toMillis() + " ms"));
                }
            });
        } catch (RejectedExecutionException closed) {
            CompletableFuture<Command> unusedEntry = take(opaque);
            throw closed;
        }
        CompletableFuture<Command> unused = answer.whenComplete((given, failure) -> expiry.cancel());
        IOException gone = ended;
        if (gone != null) {
            fail(opaque, gone);
        }
        return answer;
    }

    /** Gives an answer to its call; false when none waits for it. */
    boolean complete(Command answer) {
        CompletableFuture<Command> call = take(answer.opaque());
        return call != null && call.complete(answer);
    }

    /** Ends every call, and those that come later. */
    void end(IOException reason) {
        ended = reason;
        for (Integer opaque : waiting.keySet()) {
            fail(opaque, reason);
        }
    }

    private void fail(int opaque, IOException reason) {
        CompletableFuture<Command> call = take(opaque);
        if (call != null) {
            call.completeExceptionally(reason);
        }
    }

    private @Nullable CompletableFuture<Command> take(int opaque) {
        CompletableFuture<Command> call = waiting.remove(opaque);
        if (call != null) {
            outstanding.decrementAndGet();
        }
        return call;
    }
}
