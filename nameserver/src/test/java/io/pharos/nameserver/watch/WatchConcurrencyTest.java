package io.pharos.nameserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.EventLoop;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.protocol.route.WatchList;
import io.pharos.testkit.ManualClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A writer, the timer, peers and their ends at once: when all is quiet, everybody knows what is so. */
class WatchConcurrencyTest {
    private static final List<String> TOPICS = List.of("t0", "t1", "t2", "t3", "t4", "t5");
    private static final int ROUNDS = 1_500;
    private static final int CHANGES = 40;
    private static final int ACTIONS = 15;
    private static final int CLIENTS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EventLoop timer = new EventLoop("test-timer");
    private final EventLoop takers = new EventLoop("test-takers");
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicLong connections = new AtomicLong();

    @AfterEach
    void close() {
        threads.shutdown();
        timer.close();
        takers.close();
    }

    @Test
    @Timeout(60)
    void noUpdateIsLost() {
        for (int round = 0; round < ROUNDS; round++) {
            play(new Random(round));
        }
    }

    private void play(Random random) {
        AtomicReference<@Nullable RouteWatch> watch = new AtomicReference<>();
        FakeRoutes routes = new FakeRoutes("run", topic -> watchOf(watch).changed(topic));
        WatchLimits limits = new WatchLimits(
                100, 1_000, 1 << 20, random.nextBoolean() ? 1 : 1 << 20, Duration.ZERO, Duration.ofSeconds(30));
        watch.set(new RouteWatch(routes, limits, 1 << 16, new ManualClock(), timer));
        CyclicBarrier start = new CyclicBarrier(1 + CLIENTS);
        List<CompletableFuture<List<Client>>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Random own = new Random(random.nextLong());
            clients.add(CompletableFuture.supplyAsync(() -> run(watchOf(watch), own, start), threads));
        }
        await(start);
        for (int i = 0; i < CHANGES; i++) {
            String topic = TOPICS.get(random.nextInt(TOPICS.size()));
            routes.set(topic, random.nextInt(4) == 0 ? null : "b" + random.nextInt(3));
        }
        List<Client> all =
                clients.stream().flatMap(client -> client.join().stream()).toList();
        becomeQuiet(watchOf(watch));
        awaitNews(all, routes);

        int watched = 0;
        for (Client client : all) {
            client.check(routes);
            watched += client.watched.size();
        }
        assertThat(watchOf(watch).subscriptions()).isEqualTo(watched);
        all.forEach(client -> client.peer.close());
        assertThat(watchOf(watch).subscriptions()).isZero();
        assertThat(watchOf(watch).heldBytes()).isZero();
        assertThat(watchOf(watch).watchers()).isZero();
    }

    private static RouteWatch watchOf(AtomicReference<@Nullable RouteWatch> reference) {
        RouteWatch watch = reference.get();
        if (watch == null) {
            throw new IllegalStateException("not there yet");
        }
        return watch;
    }

    /** What is under way goes on by tasks of the timer and the takers: when a turn of both begins no push, none waits. */
    private void becomeQuiet(RouteWatch watch) {
        long before;
        do {
            before = watch.pushes();
            timer.submit(() -> 0).join();
            takers.submit(() -> 0).join();
            timer.submit(() -> 0).join();
        } while (watch.pendingBytes() > 0 || watch.pushes() > before);
    }

    /** A push may be between two threads when all looks quiet; one that is lost never comes, however long one waits. */
    private static void awaitNews(List<Client> clients, FakeRoutes routes) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0 && !clients.stream().allMatch(client -> client.knows(routes))) {
            Thread.onSpinWait();
        }
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private List<Client> run(RouteWatch watch, Random random, CyclicBarrier start) {
        await(start);
        List<Client> clients = new ArrayList<>();
        clients.add(new Client(watch));
        for (int i = 0; i < ACTIONS; i++) {
            Client client = clients.get(random.nextInt(clients.size()));
            String topic = TOPICS.get(random.nextInt(TOPICS.size()));
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> client.watch(List.of(topic), random.nextBoolean());
                case 4 -> client.watch(TOPICS, true);
                case 5, 6 -> client.unwatch(topic);
                default -> {
                    if (random.nextBoolean() && clients.size() < 4) {
                        clients.add(new Client(watch));
                    } else {
                        client.reconnect(random.nextBoolean());
                    }
                }
            }
        }
        return clients;
    }

    /** A client with one connection at a time. */
    private final class Client {
        private final RouteWatch watch;
        private final Set<String> watched = new HashSet<>();
        private FakePeer peer;

        Client(RouteWatch watch) {
            this.watch = watch;
            this.peer = connect();
        }

        private FakePeer connect() {
            return new FakePeer(connections.incrementAndGet(), watch, takers);
        }

        void watch(List<String> topics, boolean resuming) {
            Map<String, Optional<String>> list = new HashMap<>();
            for (String topic : topics) {
                list.put(topic, resuming ? Optional.of(peer.revisionOf(topic)) : Optional.empty());
            }
            watched.addAll(topics);
            peer.takeAnswer(ByteBuffer.wrap(
                    watch.watch(peer, new WatchList(list), topic -> new RouteQuery(topic, true, null))));
        }

        void unwatch(String topic) {
            watch.unwatch(peer, List.of(topic));
            watched.remove(topic);
        }

        /** Its connection ends, by itself or while it watches more, and it comes back with what it knows. */
        void reconnect(boolean whileWatching) {
            FakePeer old = peer;
            CompletableFuture<Void> closing = CompletableFuture.completedFuture(null);
            if (whileWatching) {
                closing = CompletableFuture.runAsync(old::close);
                watch(List.copyOf(TOPICS), false);
                closing.join();
            } else {
                old.close();
            }
            peer = connect();
            peer.remember(old);
            watch(List.copyOf(watched), true);
        }

        boolean knows(FakeRoutes routes) {
            return watched.stream().allMatch(topic -> peer.revisionOf(topic).equals(routes.revision(topic)));
        }

        void check(FakeRoutes routes) {
            peer.news();
            for (String topic : watched) {
                assertThat(peer.revisionOf(topic)).as(topic).isEqualTo(routes.revision(topic));
            }
        }
    }
}
