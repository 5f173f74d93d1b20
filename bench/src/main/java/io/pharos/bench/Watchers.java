package io.pharos.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Thousands of clients that watch one topic over a connection each, and note when they are told of a change. Driven by one
 * thread, whose turn is part of what is measured.
 */
final class Watchers implements AutoCloseable {
    private static final int WATCH_ROUTES = 31_010;
    private static final int ROUTE_CHANGED = 31_012;
    private static final int PER_ADDRESS = 250;
    private static final int AT_ONCE = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Selector selector = Selector.open();
    private final List<Link> links = new ArrayList<>();
    private final Histogram latency = new Histogram(Duration.ofMinutes(2).toNanos(), 3);
    private final long[] told;
    private final Frame watch;

    /** A change of the topic's route, made and acknowledged. */
    interface Change {
        void make() throws IOException;
    }

    /** Connects all and has them watch. */
    Watchers(int port, int count, String topic) throws IOException {
        told = new long[count];
        watch = Frame.of(
                WATCH_ROUTES,
                "\"acceptStandardJsonOnly\":\"true\"",
                ("{\"topics\":{\"" + topic + "\":null}}").getBytes(StandardCharsets.UTF_8));
        int[] watching = {0};
        long start = System.nanoTime();
        while (watching[0] < count) {
            while (links.size() < count && links.size() - watching[0] < AT_ONCE) {
                int index = links.size();
                links.add(Link.begin(index, "127.2.0." + (1 + index / PER_ADDRESS), port, selector));
            }
            turn(start, (link, code, opaque, bytes, bodyAt, length) -> {
                if (code != 0 || opaque != Frame.FIRST_OPAQUE + link.index()) {
                    throw new IOException("watching was answered with code " + code);
                }
                watching[0]++;
            });
        }
    }

    /** Makes a change and waits until each watcher was told of it, once; time runs from before the change. */
    void change(Change change) throws IOException {
        int[] left = {links.size()};
        long start = System.nanoTime();
        change.make();
        while (left[0] > 0) {
            turn(start, (link, code, opaque, bytes, bodyAt, length) -> {
                if (code != ROUTE_CHANGED) {
                    throw new IOException("a watcher was sent code " + code);
                }
                told[link.index()]++;
                latency.recordValue(System.nanoTime() - start);
                left[0]--;
            });
        }
        for (long times : told) {
            if (times != told[0]) {
                throw new IOException("one watcher was told " + times + " times, another " + told[0]);
            }
        }
    }

    /** A number of changes, one after the other. */
    Generator.Run changes(int count, Change change) throws IOException {
        latency.reset();
        long cpu = ownCpu();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            change(change);
        }
        return new Generator.Run(latency.getTotalCount(), System.nanoTime() - start, ownCpu() - cpu, latency.copy());
    }

    private void turn(long start, Link.Answers sink) throws IOException {
        selector.select(100);
        for (SelectionKey key : selector.selectedKeys()) {
            Link link = (Link) key.attachment();
            if (key.isConnectable() && link.finishConnect()) {
                link.send(watch, Frame.FIRST_OPAQUE + link.index());
            } else if (key.isReadable()) {
                link.receive(sink);
            }
            link.flush();
        }
        selector.selectedKeys().clear();
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
            throw new IOException("some of " + links.size() + " watchers were not told in time");
        }
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
