package io.pharos.client.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.remoting.Connection;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteWatcherTest {
    private static final Duration LONGEST_RECONNECT = Duration.ofSeconds(2);

    private final ManualScheduler scheduler = new ManualScheduler(new ManualClock());
    private final RoutePushes pushes = new RoutePushes();
    private final Map<String, FakeServer> servers = new LinkedHashMap<>();
    private final FakeServer first = server("first");
    private final FakeServer second = server("second");
    private final List<String> heard = new ArrayList<>();

    private FakeServer server(String name) {
        FakeServer server = new FakeServer(name, scheduler, pushes);
        servers.put(name + ":9876", server);
        return server;
    }

    private CompletableFuture<Connection> connect(String address) {
        FakeServer server = servers.get(address);
        return server == null ? CompletableFuture.failedFuture(new IOException("unknown")) : server.connect();
    }

    /** A watcher that tries the servers in the order of their names. */
    private RouteWatcher watcher(FakeServer... used) {
        List<String> addresses = servers.entrySet().stream()
                .filter(entry -> List.of(used).contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return new RouteWatcher(
                this::connect, pushes, WatcherSettings.of(addresses), this::changed, scheduler, new FirstThenHalf());
    }

    private void changed(String topic, @Nullable TopicRoute route) {
        heard.add(topic + " "
                + (route == null
                        ? "absent"
                        : route.brokers().stream().map(BrokerData::brokerName).collect(Collectors.joining(","))));
    }

    private List<String> news() {
        List<String> news = List.copyOf(heard);
        heard.clear();
        return news;
    }

    @Test
    void theFirstStateAndEachChangeAreHeard() {
        first.set("orders", "a");
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        assertThat(news()).containsExactly("orders a");
        watcher.watch("bills");
        watcher.watch("orders");
        assertThat(news()).containsExactly("bills absent");

        first.change("bills", "b");
        first.change("orders", null);
        assertThat(news()).containsExactly("bills b", "orders absent");
        first.change("orders", null);
        assertThat(news()).isEmpty();
    }

    @Test
    void whatIsNoLongerWatchedIsNotHeard() {
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        watcher.watch("bills");
        news();

        watcher.unwatch("orders");
        watcher.unwatch("orders");
        first.change("orders", "a");
        first.push(first.stateAt(9, "orders", "a"));
        first.change("bills", "a");

        assertThat(news()).containsExactly("bills a");
        assertThat(first.asked()).filteredOn("unwatch"::equals).hasSize(1);
    }

    @Test
    void anOlderStateThanTheKnownOneIsDropped() {
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        first.push(first.stateAt(5, "orders", "five"));
        first.push(first.stateAt(4, "orders", "four"));
        first.push(first.stateAt(5, "orders", "again"));
        first.push(first.stateAt(6, "orders", "six"));

        assertThat(news()).containsExactly("orders absent", "orders five", "orders six");
    }

    @Test
    void afterALossTheNextServerIsToldWhatIsKnown() {
        first.set("orders", "a");
        first.set("bills", "a");
        second.set("orders", "a");
        second.set("bills", "b");
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        watcher.watch("bills");
        news();

        first.breakConnections();
        scheduler.advance(LONGEST_RECONNECT);

        assertThat(second.asked()).containsExactly("watch {bills=Optional[first-2], orders=Optional[first-1]}");
        assertThat(news()).containsExactly("bills b");
        second.change("orders", "c");
        assertThat(news()).containsExactly("orders c");
    }

    @Test
    void theSameServerSaysOnlyWhatHasChanged() {
        first.set("orders", "a");
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        first.asked();
        first.breakConnections();
        scheduler.advance(LONGEST_RECONNECT);

        assertThat(first.asked()).containsExactly("watch {orders=Optional[first-1]}");
        assertThat(news()).containsExactly("orders a");
        first.change("orders", "b");
        assertThat(news()).containsExactly("orders b");
    }

    @Test
    void topicsThatAreAddedWhileNothingIsConnectedAreWatchedThen() {
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        first.breakConnections();
        watcher.watch("bills");
        assertThat(news()).containsExactly("orders absent");
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("bills absent");
    }

    @Test
    void aServerThatFallsSilentIsLeft() {
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        scheduler.advance(Duration.ofSeconds(60));
        assertThat(first.asked()).containsExactly("watch {orders=Optional.empty}", "watch {}", "watch {}", "watch {}");
        first.mood = FakeServer.Mood.SILENT;
        second.set("orders", "b");
        scheduler.advance(Duration.ofSeconds(20 + 3).plus(LONGEST_RECONNECT));

        assertThat(first.connections()).isZero();
        assertThat(news()).containsExactly("orders absent", "orders b");
    }

    @Test
    void aServerThatIsBusyOrDownIsPassedOver() {
        first.mood = FakeServer.Mood.BUSY;
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("orders absent");

        first.mood = FakeServer.Mood.DOWN;
        second.breakConnections();
        second.set("orders", "b");
        scheduler.advance(LONGEST_RECONNECT.multipliedBy(2));
        assertThat(first.asked()).containsExactly("connect");
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("orders b");
    }

    @Test
    void whileNoServerIsThereItIsTriedAgainAndAgainButNotTooOften() {
        first.mood = FakeServer.Mood.DOWN;
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        scheduler.advance(Duration.ofSeconds(60));
        assertThat(first.asked()).hasSizeBetween(30, 61);

        first.mood = FakeServer.Mood.WATCHABLE;
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("orders absent");
    }

    @Test
    void aStockServerIsPolled() {
        first.mood = FakeServer.Mood.STOCK;
        first.set("orders", "a");
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        assertThat(news()).containsExactly("orders a");
        watcher.watch("bills");
        assertThat(news()).containsExactly("bills absent");
        assertThat(first.asked()).containsExactly("WATCH_ROUTES", "105 orders", "105 bills");

        first.set("orders", "b");
        scheduler.advance(Duration.ofSeconds(29));
        assertThat(news()).isEmpty();
        scheduler.advance(Duration.ofSeconds(1));
        assertThat(news()).containsExactly("orders b");
        watcher.unwatch("orders");
        scheduler.advance(Duration.ofSeconds(30));
        assertThat(first.asked()).containsExactly("105 orders", "105 bills", "105 bills");
    }

    @Test
    void aServerThatCanBeWatchedIsPreferredToAStockOne() {
        first.mood = FakeServer.Mood.STOCK;
        second.set("orders", "b");
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        assertThat(news()).containsExactly("orders b");
        assertThat(first.asked()).containsExactly("WATCH_ROUTES");

        second.mood = FakeServer.Mood.DOWN;
        first.set("orders", "a");
        second.breakConnections();
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("orders a");
    }

    @Test
    void whereItIsPolledItIsTriedAgainWhetherItCanBeWatched() {
        first.mood = FakeServer.Mood.STOCK;
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        first.mood = FakeServer.Mood.WATCHABLE;
        scheduler.advance(Duration.ofMinutes(5));
        first.change("orders", "a");
        assertThat(news()).containsExactly("orders absent", "orders a");
    }

    @Test
    void aServerThatRefusesToBeWatchedIsPolledCheaply() {
        first.mood = FakeServer.Mood.FULL;
        first.set("orders", "a");
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        assertThat(news()).containsExactly("orders a");
        scheduler.advance(Duration.ofSeconds(30));
        assertThat(first.asked()).containsExactly("watch refused", "unwatch", "105 orders", "105 orders first-1");
        first.set("orders", "b");
        scheduler.advance(Duration.ofSeconds(30));
        assertThat(news()).containsExactly("orders b");
    }

    @Test
    void aPolledServerThatIsLostIsReplaced() {
        first.mood = FakeServer.Mood.STOCK;
        second.mood = FakeServer.Mood.STOCK;
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        first.mood = FakeServer.Mood.SILENT;
        second.set("orders", "b");
        scheduler.advance(Duration.ofSeconds(30 + 3)
                .plus(LONGEST_RECONNECT.multipliedBy(2))
                .plusSeconds(3));
        assertThat(news()).containsExactly("orders absent", "orders b");
    }

    @Test
    void manyTopicsAreWatchedInPieces() {
        first.mood = FakeServer.Mood.DOWN;
        RouteWatcher watcher = watcher(first);
        for (int i = 0; i < 2_500; i++) {
            watcher.watch("t" + i);
        }
        first.mood = FakeServer.Mood.WATCHABLE;
        first.asked();
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(first.asked()).containsExactly("watch 1000", "watch 1000", "watch 500");
        assertThat(news()).hasSize(2_500);
    }

    @Test
    void aPushThatCannotBeReadCostsTheConnectionAndNoUpdate() {
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        first.set("orders", "a");
        first.push("{\"routes\":[".getBytes(StandardCharsets.UTF_8));
        assertThat(first.connections()).isZero();
        scheduler.advance(LONGEST_RECONNECT);
        assertThat(news()).containsExactly("orders absent", "orders a");
    }

    @Test
    void aListenerThatFailsMissesNothingElse() {
        RouteWatcher watcher = new RouteWatcher(
                this::connect,
                pushes,
                WatcherSettings.of(List.of("first:9876")),
                (topic, route) -> {
                    changed(topic, route);
                    throw new IllegalStateException("listener");
                },
                scheduler,
                new FirstThenHalf());
        watcher.watch("orders");
        first.change("orders", "a");
        assertThat(news()).containsExactly("orders absent", "orders a");
    }

    @Test
    void aClosedWatcherIsQuietAndLeavesTheConnectionToItsOwner() {
        RouteWatcher watcher = watcher(first);
        watcher.watch("orders");
        news();
        first.asked();
        watcher.close();
        watcher.close();

        first.change("orders", "a");
        scheduler.advance(Duration.ofMinutes(10));
        assertThat(news()).isEmpty();
        assertThat(first.asked()).containsExactly("unwatch");
        assertThat(first.connections()).isEqualTo(1);
        assertThatThrownBy(() -> watcher.watch("bills")).isInstanceOf(IllegalStateException.class);
        watcher.unwatch("orders");
    }

    @Test
    void aListWithoutServersIsRefused() {
        assertThatThrownBy(() -> WatcherSettings.of(List.of())).hasMessage("no name server is given");
    }

    /** Begins with the first server and waits half of what it may. */
    private static final class FirstThenHalf extends Random {
        private static final long serialVersionUID = 1L;

        @Override
        public int nextInt(int bound) {
            return 0;
        }

        @Override
        public double nextDouble() {
            return 0.5;
        }
    }
}
