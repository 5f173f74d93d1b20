package io.pharos.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Drives one server over a set of connections with one thread; every answer is checked. Owned by one thread. */
final class Generator implements AutoCloseable {
    private static final int OUTSTANDING_MASK = (1 << 16) - 1;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Selector selector = Selector.open();
    private final List<Link> links = new ArrayList<>();
    private final long[] sentNanos = new long[OUTSTANDING_MASK + 1];
    private final Histogram latency = new Histogram(Duration.ofMinutes(2).toNanos(), 3);
    private int opaque = Frame.FIRST_OPAQUE;
    private int inFlight;

    /** What is asked and how its answers are judged. */
    interface Traffic {
        Frame next(Link link, int opaque);

        /** Throws when the answer is not what it must be. */
        void check(int code, int opaque, byte[] bytes, int bodyAt, int bodyLength) throws IOException;
    }

    /**
     * One run.
     *
     * @param requests answered
     * @param elapsedNanos from the first request to the last answer
     * @param cpuNanos what the generator's thread used
     * @param latency in nanoseconds, of its own
     */
    record Run(long requests, long elapsedNanos, long cpuNanos, Histogram latency) {}

    Generator(int port, int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            links.add(Link.connect(i, port, selector));
        }
    }

    /** Keeps {@code depth} requests in flight on every connection for the given time, then waits for the last answers. */
    Run keepInFlight(int depth, Duration time, Traffic traffic) throws IOException {
        return run(time, traffic, Long.MAX_VALUE, () -> {
            for (Link link : links) {
                for (int i = 0; i < depth; i++) {
                    send(link, traffic, System.nanoTime());
                }
                link.flush();
            }
            return false;
        });
    }

    /** Keeps one request in flight in all, on each connection in turn, for the given time or number. */
    Run inTurns(Duration time, long limit, Traffic traffic) throws IOException {
        return run(time, traffic, limit, () -> {
            Link first = links.get(0);
            send(first, traffic, System.nanoTime());
            first.flush();
            return true;
        });
    }

    private interface Begin {
        boolean begin() throws IOException;
    }

    private Run run(Duration time, Traffic traffic, long limit, Begin begin) throws IOException {
        latency.reset();
        long cpu = ownCpu();
        long start = System.nanoTime();
        boolean rotate = begin.begin();
        long deadline = start + time.toNanos();
        long count = 0;
        Link.Answers sink = (link, code, answered, bytes, bodyAt, length) -> {
            traffic.check(code, answered, bytes, bodyAt, length);
            long now = System.nanoTime();
            latency.recordValue(now - sentNanos[answered & OUTSTANDING_MASK]);
            inFlight--;
            if (now < deadline && latency.getTotalCount() < limit) {
                Link next = rotate ? links.get((link.index() + 1) % links.size()) : link;
                send(next, traffic, now);
                if (rotate) {
                    next.flush();
                }
            }
        };
        while (inFlight > 0) {
            turn(sink, 1000);
            long before = count;
            count = latency.getTotalCount();
            if (before == count && System.nanoTime() - deadline > PATIENCE.toNanos()) {
                throw new IOException(inFlight + " requests were not answered");
            }
        }
        return new Run(count, System.nanoTime() - start, ownCpu() - cpu, latency.copy());
    }

    private void send(Link link, Traffic traffic, long now) {
        opaque = opaque == 999_999_999 ? Frame.FIRST_OPAQUE : opaque + 1;
        // The frame is made first: what the generator needs to make it is not the server's latency.
        Frame frame = traffic.next(link, opaque);
        sentNanos[opaque & OUTSTANDING_MASK] = frame.bytes().length > 10_000 ? System.nanoTime() : now;
        link.send(frame, opaque);
        inFlight++;
    }

    private void turn(Link.Answers sink, long timeoutMillis) throws IOException {
        selector.select(timeoutMillis);
        for (SelectionKey key : selector.selectedKeys()) {
            Link link = (Link) key.attachment();
            if (key.isReadable()) {
                link.receive(sink);
            }
            link.flush();
        }
        selector.selectedKeys().clear();
    }

    /**
     * Sends at a fixed rate whatever the server does; latency counts from the time when a request was due, so that a
     * stall shows in all requests that were due meanwhile.
     */
    Run atRate(int perSecond, Duration time, Traffic traffic) throws IOException {
        latency.reset();
        long cpu = ownCpu();
        long start = System.nanoTime();
        long total = perSecond * time.toSeconds();
        long interval = 1_000_000_000L / perSecond;
        long sent = 0;
        Link.Answers sink = (link, code, answered, bytes, bodyAt, length) -> {
            traffic.check(code, answered, bytes, bodyAt, length);
            latency.recordValue(System.nanoTime() - sentNanos[answered & OUTSTANDING_MASK]);
            inFlight--;
        };
        while (sent < total || inFlight > 0) {
            long now = System.nanoTime();
            while (sent < total && start + sent * interval <= now && inFlight < OUTSTANDING_MASK) {
                Link link = links.get((int) (sent % links.size()));
                send(link, traffic, start + sent * interval);
                link.flush();
                sent++;
            }
            turn(sink, 1);
            if (now - start > time.plus(PATIENCE).toNanos()) {
                throw new IOException(inFlight + " requests were not answered");
            }
        }
        return new Run(total, System.nanoTime() - start, ownCpu() - cpu, latency.copy());
    }

    /** Says nothing for a time but answers to questions for signs of life. Gives how many there were. */
    long listen(Duration time) throws IOException {
        long before = probes();
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            turn(
                    (link, code, answered, bytes, bodyAt, length) -> {
                        throw new IOException("code " + code + " came unasked");
                    },
                    100);
        }
        return probes() - before;
    }

    private long probes() {
        return links.stream().mapToLong(Link::probes).sum();
    }

    private static long ownCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Override
    public void close() throws IOException {
        for (Link link : links) {
            link.close();
        }
        selector.close();
    }
}
