package io.pharos.bench;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Thousands of connections that arrive as fast as they can, stay idle, and then ask one question each. */
final class IdleCrowd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PER_ADDRESS = 250;

    private final Selector selector = Selector.open();
    private final List<Link> links = new ArrayList<>();
    private final int port;

    IdleCrowd(int port) throws IOException {
        this.port = port;
    }

    /** Connects all from many loopback addresses; returns the nanoseconds until the last is established. */
    long arrive(int connections) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < connections; i++) {
            links.add(Link.begin(i, "127.1.0." + (1 + i / PER_ADDRESS), port, selector));
        }
        int[] open = {connections};
        while (open[0] > 0) {
            turn(start, key -> {
                if (key.isConnectable() && ((Link) key.attachment()).finishConnect()) {
                    open[0]--;
                }
            });
        }
        return System.nanoTime() - start;
    }

    /** One query on each connection; all must be answered. */
    void askOnEach(Generator.Traffic traffic) throws IOException {
        long start = System.nanoTime();
        int[] left = {links.size()};
        int next = 0;
        while (left[0] > 0) {
            // A few hundred at a time: clients that happen to ask, not a burst.
            while (next < links.size() && next - (links.size() - left[0]) < 256) {
                Link link = links.get(next);
                link.send(traffic.next(link, Frame.FIRST_OPAQUE + next), Frame.FIRST_OPAQUE + next);
                link.flush();
                next++;
            }
            turn(
                    start,
                    key -> ((Link) key.attachment()).receive((link, code, opaque, bytes, bodyAt, length) -> {
                        if (opaque != Frame.FIRST_OPAQUE + link.index()) {
                            throw new IOException("an answer to another question");
                        }
                        traffic.check(code, opaque, bytes, bodyAt, length);
                        left[0]--;
                    }));
        }
    }

    private interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    private void turn(long start, Ready ready) throws IOException {
        selector.select(100);
        for (SelectionKey key : selector.selectedKeys()) {
            ready.ready(key);
        }
        selector.selectedKeys().clear();
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
            throw new IOException("some of " + links.size() + " connections were not served in time");
        }
    }

    @Override
    public void close() throws IOException {
        for (Link link : links) {
            link.close();
        }
        selector.close();
    }
}
