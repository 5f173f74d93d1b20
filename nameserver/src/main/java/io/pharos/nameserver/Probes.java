package io.pharos.nameserver;

import io.pharos.protocol.extension.Probe;
import io.pharos.remoting.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** Asks brokers for signs of life over the connections that they registered on, and counts. Thread-safe. */
final class Probes {
    /** Longer than any broker is believed without a registration, so that a late answer is still known for one. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final OpenConnections connections;
    private final Duration lossWithin;
    private final LongAdder sent = new LongAdder();
    private final LongAdder answers = new LongAdder();

    /**
     * Asks nobody yet.
     *
     * @param lossWithin after which the operating system should give up on a broker's host; zero to leave that to it
     */
    Probes(OpenConnections connections, Duration lossWithin) {
        this.connections = connections;
        this.lossWithin = lossWithin;
    }

    /** A broker registered over this connection. */
    void follow(long connectionId) {
        Connection connection = connections.find(connectionId);
        if (connection != null && !lossWithin.isZero()) {
            connection.noticeLossWithin(lossWithin);
        }
    }

    /** When anything came over a connection last, by the monotonic clock; {@code otherwise} when it is gone. */
    long heardNanos(long connectionId, long otherwise) {
        Connection connection = connections.find(connectionId);
        return connection == null ? otherwise : connection.heardNanos();
    }

    /**
     * Asks for a sign of life.
     *
     * @param onAnswer is given the connection's id when the answer comes, whatever it says; must not block
     */
    void ask(long connectionId, LongConsumer onAnswer) {
        Connection connection = connections.find(connectionId);
        if (connection == null) {
            return;
        }
        sent.increment();
        CompletableFuture<Void> unused = connection.call(new Probe(), PATIENCE).handle((answer, failure) -> {
            // A failure is the end of the connection, which its listeners hear of.
            if (failure == null) {
                answers.increment();
                onAnswer.accept(connectionId);
            }
            return null;
        });
    }

    long sent() {
        return sent.sum();
    }

    long answers() {
        return answers.sum();
    }
}
