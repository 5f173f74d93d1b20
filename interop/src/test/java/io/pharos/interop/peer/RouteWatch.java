package io.pharos.interop.peer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks a name server for routes in turn, all the time, and notes each answer that does not name the expected broker. A
 * name server that is away is waited for; one that refuses an existing topic is noted.
 */
public final class RouteWatch implements AutoCloseable {
    private static final long PAUSE_NANOS = 2_000_000;

    private final int port;
    private final Map<String, String> brokerByTopic;
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong interruptions = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopped;

    /** Watches the route of each topic, which must name the broker it maps to. */
    public RouteWatch(int port, Map<String, String> brokerByTopic) {
        this.port = port;
        this.brokerByTopic = brokerByTopic;
        this.thread = new Thread(this::watch, "route-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!stopped) {
            try (RawConnection connection = new RawConnection(port)) {
                while (!stopped) {
                    askAll(connection);
                }
            } catch (IOException away) {
                interruptions.incrementAndGet();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void askAll(RawConnection connection) throws IOException {
        for (Map.Entry<String, String> expected : brokerByTopic.entrySet()) {
            RawAnswer answer = connection.call(Requests.ROUTE, Map.of("topic", expected.getKey()));
            answers.incrementAndGet();
            if (answer.code() != 0 || !answer.body().contains(expected.getValue())) {
                wrong.add(expected.getKey() + ": " + answer);
            }
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** How many answers have come so far. */
    public long answers() {
        return answers.get();
    }

    /** How often a connection could not be made, was lost, or left a query without an answer. */
    public long interruptions() {
        return interruptions.get();
    }

    /** The answers that were wrong so far, the oldest first, at most ten of them. */
    public List<String> wrong() {
        return wrong.stream().limit(10).toList();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
