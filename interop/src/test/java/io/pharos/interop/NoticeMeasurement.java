package io.pharos.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.client.route.RoutePushes;
import io.pharos.client.route.RouteWatcher;
import io.pharos.client.route.WatcherSettings;
import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.StockBroker;
import io.pharos.interop.peer.StockProducer;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RequestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Not part of the build: {@code bench/notice} runs it. From the loss of a stock broker to those who use it knowing, at
 * Pharos and at the original, to both of which the same brokers register.
 */
class NoticeMeasurement {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String TOPIC = "Noticed";
    private static final int STOCK_POLL_MILLIS = 30_000;
    private static final int WRITE = 2;

    private static final Lab LAB = new Lab(NoticeMeasurement.class);
    private static final NameServer OURS = LAB.nameServer(NameServer.Kind.PHAROS);
    private static final NameServer THEIRS = LAB.nameServer(NameServer.Kind.STOCK);

    private volatile @Nullable TopicRoute pushed;

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void aKilledAndAFrozenBroker() throws Exception {
        String both = OURS.address() + ";" + THEIRS.address();
        // As a broker is delivered: it registers every 30 seconds.
        StockBroker lost =
                LAB.broker(StockBroker.Spec.master("broker-a", both).with("registerNameServerPeriod", "30000"));
        LAB.broker(StockBroker.Spec.master("broker-b", both).with("registerNameServerPeriod", "30000"));
        awaitRoute("broker-a");
        awaitRoute("broker-b");
        LAB.mqAdmin().mustSucceed(OURS.address(), "updateTopic", "-c", "lab", "-t", TOPIC);
        awaitRoute(TOPIC);
        StockProducer atOurs = LAB.producer(OURS.address(), "at-pharos", STOCK_POLL_MILLIS);
        StockProducer atTheirs = LAB.producer(THEIRS.address(), "at-the-original", STOCK_POLL_MILLIS);
        EventLoop timer = new EventLoop("watcher-timer");
        RoutePushes pushes = new RoutePushes();
        try (RemotingClient client = new RemotingClient(
                        "watcher",
                        RemotingClientConfig.DEFAULT,
                        pushes.enterInto(RequestTable.builder()).build(),
                        List.of(pushes),
                        Clock.system(),
                        timer);
                RouteWatcher watcher = watcher(client, pushes, timer)) {
            watcher.watch(TOPIC);
            Map<String, BooleanSupplier> witnesses = new LinkedHashMap<>();
            witnesses.put("a watching client of Pharos", () -> !writable(pushed).contains("broker-a"));
            witnesses.put("the route at Pharos", () -> !writes(OURS));
            witnesses.put("the route at the original", () -> !writes(THEIRS));
            witnesses.put(
                    "a stock producer at Pharos", () -> !atOurs.brokers(TOPIC).contains("broker-a"));
            witnesses.put(
                    "a stock producer at the original",
                    () -> !atTheirs.brokers(TOPIC).contains("broker-a"));

            prime(atOurs, atTheirs, witnesses);
            lost.child().kill();
            Map<String, Duration> killed = times(witnesses);
            lost.restart();
            awaitBack(witnesses);
            lost.child().freeze();
            Map<String, Duration> frozen = times(witnesses);
            lost.child().thaw();
            write(killed, frozen);
        } finally {
            timer.close();
        }
    }

    private RouteWatcher watcher(RemotingClient client, RoutePushes pushes, EventLoop timer) {
        WatcherSettings settings = new WatcherSettings(
                List.of(OURS.address()),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                1_000,
                Duration.ofMillis(100),
                null);
        return new RouteWatcher(
                client::connect, pushes, settings, (topic, route) -> pushed = route, timer, new Random(1));
    }

    /** A stock producer learns a topic's route with its first message. */
    private static void prime(StockProducer one, StockProducer other, Map<String, BooleanSupplier> witnesses) {
        assertThat(one.send(TOPIC, 0, 1).failure()).isEmpty();
        assertThat(other.send(TOPIC, 0, 1).failure()).isEmpty();
        awaitBack(witnesses);
    }

    private static void awaitBack(Map<String, BooleanSupplier> witnesses) {
        witnesses.forEach((name, gone) -> await(name)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !gone.getAsBoolean()));
    }

    private static Map<String, Duration> times(Map<String, BooleanSupplier> witnesses) throws InterruptedException {
        long start = System.nanoTime();
        Map<String, Duration> times = new LinkedHashMap<>();
        while (times.size() < witnesses.size()) {
            witnesses.forEach((name, knows) -> {
                if (!times.containsKey(name) && knows.getAsBoolean()) {
                    times.put(name, Duration.ofNanos(System.nanoTime() - start));
                }
            });
            TimeUnit.MILLISECONDS.sleep(1);
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("not everybody knew in time: " + times);
            }
        }
        return times;
    }

    private static boolean writes(NameServer server) {
        String body = server.route(TOPIC).body();
        int at = body.indexOf("\"queueDatas\"");
        return at >= 0 && queueOf("broker-a", body.substring(at)).contains("\"perm\":6");
    }

    /** The object in the list of queues that names a broker; empty when none does. */
    private static String queueOf(String broker, String queues) {
        for (String queue : queues.split("}", -1)) {
            if (queue.contains('"' + broker + '"')) {
                return queue;
            }
        }
        return "";
    }

    private static Set<String> writable(@Nullable TopicRoute route) {
        return route == null
                ? Set.of()
                : route.queues().stream()
                        .filter(queue -> (queue.permission() & WRITE) != 0)
                        .map(QueueData::brokerName)
                        .collect(Collectors.toSet());
    }

    private static void awaitRoute(String topic) {
        for (NameServer server : List.of(OURS, THEIRS)) {
            await(topic + " at " + server.address())
                    .atMost(PATIENCE)
                    .until(() -> server.route(topic).code() == 0);
        }
    }

    private static void write(Map<String, Duration> killed, Map<String, Duration> frozen) throws IOException {
        StringBuilder text =
                new StringBuilder("| who knows | after kill -9, ms | after a freeze, ms |\n|---|---:|---:|\n");
        new TreeMap<>(killed)
                .forEach((name, time) -> text.append(String.format(
                        Locale.ROOT,
                        "| %s | %,d | %,d |%n",
                        name,
                        time.toMillis(),
                        Objects.requireNonNull(frozen.get(name)).toMillis())));
        Files.writeString(Path.of("..", "bench", "results", "notice.md"), text, UTF_8);
    }
}
