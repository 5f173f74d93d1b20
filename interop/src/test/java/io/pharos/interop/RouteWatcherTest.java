package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.client.route.RoutePushes;
import io.pharos.client.route.RouteWatcher;
import io.pharos.client.route.WatcherSettings;
import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawAnswer;
import io.pharos.interop.peer.StockBroker;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RequestTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Our watcher with a stock broker, at Pharos and at the original, which it polls. */
class RouteWatcherTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final Duration AT_ONCE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final String ABSENT = "absent";

    private static final Lab LAB = new Lab(RouteWatcherTest.class);
    private static final NameServer OURS = LAB.nameServer(NameServer.Kind.PHAROS);
    private static final NameServer THEIRS = LAB.nameServer(NameServer.Kind.STOCK);

    private final EventLoop timer = new EventLoop("watcher-timer");
    private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startBroker() {
        LAB.broker(StockBroker.Spec.master("broker-a", OURS.address() + ";" + THEIRS.address()));
        for (NameServer server : List.of(OURS, THEIRS)) {
            await("broker-a at " + server.address())
                    .atMost(REGISTERED)
                    .until(() -> server.route("broker-a").code() == 0);
        }
    }

    @AfterAll
    static void close() {
        LAB.close();
    }

    @AfterEach
    void closeClients() throws Exception {
        for (AutoCloseable thing : opened) {
            thing.close();
        }
        timer.close();
    }

    @Test
    void theOriginalKnowsNoneOfTheRequests() {
        for (int code : new int[] {31_010, 31_011, 31_012}) {
            RawAnswer answer = THEIRS.ask(code, Map.of());
            assertThat(answer.code()).isEqualTo(3);
            assertThat(answer.remark()).isEqualTo(" request type " + code + " not supported");
        }
    }

    @Test
    void newTopicsAreHeardOfAtOnceHereAndByPollingThere() throws Exception {
        Map<String, String> atOurs = watch(List.of(OURS), "broker-a", "WatchedTopic");
        Map<String, String> atTheirs = watch(List.of(THEIRS), "broker-a", "WatchedTopic");
        Map<String, String> atBoth = watch(List.of(THEIRS, OURS), "broker-a", "WatchedTopic");
        for (Map<String, String> known : List.of(atOurs, atTheirs, atBoth)) {
            await().atMost(AT_ONCE)
                    .untilAsserted(
                            () -> assertThat(known).isEqualTo(Map.of("broker-a", "broker-a", "WatchedTopic", ABSENT)));
        }

        LAB.mqAdmin().mustSucceed(OURS.address(), "updateTopic", "-c", "lab", "-t", "WatchedTopic");

        for (Map<String, String> known : List.of(atOurs, atTheirs, atBoth)) {
            await().atMost(AT_ONCE).until(() -> "broker-a".equals(known.get("WatchedTopic")));
        }
    }

    /** What a watcher knows, as it hears it. */
    private Map<String, String> watch(List<NameServer> servers, String... topics) throws Exception {
        Map<String, String> known = new ConcurrentHashMap<>();
        RoutePushes pushes = new RoutePushes();
        RemotingClient client = new RemotingClient(
                "watcher",
                RemotingClientConfig.DEFAULT,
                pushes.enterInto(RequestTable.builder()).build(),
                List.of(pushes),
                Clock.system(),
                timer);
        WatcherSettings settings = new WatcherSettings(
                servers.stream().map(NameServer::address).toList(),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                POLL,
                1_000,
                Duration.ofMillis(100),
                null);
        RouteWatcher watcher = new RouteWatcher(
                client::connect,
                pushes,
                settings,
                (topic, route) -> known.put(topic, text(route)),
                timer,
                new Random(1));
        opened.add(watcher);
        opened.add(client);
        for (String topic : topics) {
            watcher.watch(topic);
        }
        return known;
    }

    private static String text(@Nullable TopicRoute route) {
        return route == null
                ? ABSENT
                : route.brokers().stream().map(BrokerData::brokerName).collect(Collectors.joining(","));
    }
}
