package io.pharos.nameserver.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.nameserver.route.RouteQuery;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.WatchList;
import io.pharos.testkit.LogLines;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteWatchTest {
    private final WatchFixture server = new WatchFixture();
    private final FakePeer peer = server.connect();

    @Test
    void aWatcherHearsWhatIsAndThenEachChange() {
        server.routes.set("orders", "a");

        assertThat(server.watch(peer, "orders", "bills")).containsExactly("orders a", "bills absent");

        server.routes.set("bills", "b");
        assertThat(peer.news()).isEmpty();
        server.pass();
        assertThat(peer.news()).containsExactly("bills b");
        server.routes.set("orders", null);
        server.pass();
        assertThat(peer.news()).containsExactly("orders absent");
        server.routes.set("others", "a");
        server.pass();
        assertThat(peer.news()).isEmpty();
    }

    @Test
    void aBurstIsToldOnceAsItIsInTheEnd() {
        server.watch(peer, "orders", "bills", "quiet");
        for (int i = 0; i < 10; i++) {
            server.routes.set("orders", "a" + i);
            server.routes.set("bills", "b" + i);
        }
        server.pass();

        assertThat(peer.news()).containsExactly("orders a9", "bills b9");
        assertThat(server.watch.pushes()).isEqualTo(1);
        assertThat(server.watch.coalesced()).isEqualTo(18);
    }

    @Test
    void theFirstChangeIsToldAtOnceAndThoseThatFollowTogether() {
        server.watch(peer, "orders");
        server.routes.set("orders", "a");
        server.scheduler.advance(Duration.ZERO);
        assertThat(peer.news()).containsExactly("orders a");

        server.routes.set("orders", "b");
        server.scheduler.advance(Duration.ofMillis(19));
        server.routes.set("orders", "c");
        assertThat(peer.news()).isEmpty();
        server.scheduler.advance(Duration.ofMillis(1));
        assertThat(peer.news()).containsExactly("orders c");

        server.scheduler.advance(Duration.ofMillis(12));
        server.routes.set("orders", "d");
        server.scheduler.advance(Duration.ofMillis(7));
        assertThat(peer.news()).isEmpty();
        server.scheduler.advance(Duration.ofMillis(1));
        assertThat(peer.news()).containsExactly("orders d");
    }

    @Test
    void aSlowReaderGetsTheLatestStateAndNoBacklog() {
        server.watch(peer, "orders", "bills");
        peer.becomeSlow();
        server.routes.set("orders", "a0");
        server.pass();
        assertThat(peer.news()).containsExactly("orders a0");
        for (int i = 1; i < 10; i++) {
            server.routes.set("orders", "a" + i);
            server.routes.set("bills", "b" + i);
            server.pass();
            assertThat(peer.news()).isEmpty();
        }
        server.routes.set("bills", null);
        server.pass();

        peer.takeOne();

        assertThat(peer.news()).containsExactly("orders a9", "bills absent");
        peer.takeOne();
        assertThat(peer.untaken()).isZero();
        assertThat(server.watch.pendingBytes()).isZero();
    }

    @Test
    void whoComesBackHearsOnlyWhatHasChanged() {
        server.routes.set("orders", "a");
        server.routes.set("bills", "a");
        server.watch(peer, "orders", "bills", "absent");
        String orders = peer.revisionOf("orders");
        String bills = peer.revisionOf("bills");
        String absent = peer.revisionOf("absent");
        peer.close();
        server.routes.set("bills", "b");

        FakePeer again = server.connect();
        Map<String, Optional<String>> list = new LinkedHashMap<>();
        list.put("orders", Optional.of(orders));
        list.put("bills", Optional.of(bills));
        list.put("absent", Optional.of(absent));
        assertThat(server.watch(again, list)).containsExactly("orders unchanged", "bills b", "absent unchanged");

        server.routes.set("orders", "c");
        server.pass();
        assertThat(again.news()).containsExactly("orders c");
    }

    @Test
    void aRevisionOfAnotherRunOrOfNothingIsNoReasonToBeSilent() {
        server.routes.set("orders", "a");
        for (String held : new String[] {"other-1", "run-7", "run-1-u", "", "nonsense"}) {
            assertThat(server.resume(server.connect(), "orders", held)).containsExactly("orders a");
        }
    }

    @Test
    void aTopicMayBeWatchedAgainAndIsCountedOnce() {
        server.watch(peer, "orders", "orders");
        server.watch(peer, "orders");
        server.resume(peer, "orders", peer.revisionOf("orders"));

        assertThat(server.watch.subscriptions()).isEqualTo(1);
        server.routes.set("orders", "a");
        server.pass();
        assertThat(peer.news()).containsExactly("orders a");
        assertThat(server.watch(peer, "orders")).isEqualTo(List.of("orders a"));
    }

    @Test
    void whatIsNoLongerWatchedIsNotTold() {
        server.watch(peer, "orders", "bills");
        server.routes.set("orders", "a");
        server.watch.unwatch(peer, List.of("orders", "never"));
        server.routes.set("orders", "b");
        server.routes.set("bills", "b");
        server.pass();
        assertThat(peer.news()).containsExactly("bills b");
        assertThat(server.watch.subscriptions()).isEqualTo(1);

        server.watch.unwatchAll(peer);
        server.routes.set("bills", "c");
        server.pass();
        assertThat(peer.news()).isEmpty();
        assertThat(server.watch.subscriptions()).isZero();
        assertThat(server.watch.watchers()).isZero();
        server.watch(peer, "bills");
        server.routes.set("bills", "d");
        server.pass();
        assertThat(peer.news()).containsExactly("bills d");
    }

    @Test
    void aConnectionsEndEndsItsSubscriptions() {
        FakePeer other = server.connect();
        server.watch(peer, "orders", "bills");
        server.watch(other, "orders");
        server.routes.set("orders", "a");
        peer.close();
        server.pass();

        assertThat(peer.news()).isEmpty();
        assertThat(other.news()).containsExactly("orders a");
        assertThat(server.watch.watchers()).isEqualTo(1);
        assertThat(server.watch.subscriptions()).isEqualTo(1);
    }

    @Test
    void aConnectionThatIsGoneAlreadyLeavesNothingBehind() {
        FakePeer gone = server.connect();
        gone.close();
        server.watch.watch(
                gone, new WatchList(Map.of("orders", Optional.empty())), topic -> new RouteQuery(topic, true, null));

        assertThat(server.watch.watchers()).isZero();
        assertThat(server.watch.subscriptions()).isZero();
    }

    @Test
    void anEmptyListIsASignOfLifeAndWatchesNothing() {
        assertThat(server.watch(peer)).isEmpty();
        assertThat(server.watch.watchers()).isZero();
    }

    @Test
    void listsOverTheBoundOfAConnectionAreRefusedAsAWhole() {
        WatchFixture small = new WatchFixture(limits(3, 100, 1 << 20));
        FakePeer client = small.connect();
        small.watch(client, "a", "b");

        assertThatThrownBy(() -> small.watch(client, "b", "c", "d"))
                .isInstanceOf(RequestFailed.class)
                .hasMessage("WATCH_ROUTES refused: a connection may watch 3 topics; watch the others over a further"
                        + " connection or raise watchMaxTopicsPerConnection");
        assertThat(small.watch.subscriptions()).isEqualTo(2);
        assertThat(small.watch.refused()).isEqualTo(1);
        assertThat(small.watch(client, "b", "c")).hasSize(2);
        small.watch.unwatch(client, List.of("a"));
        assertThat(small.watch(client, "d")).hasSize(1);
    }

    @Test
    void listsOverTheBoundOfAllAreRefusedAsAWhole() {
        WatchFixture small = new WatchFixture(limits(3, 4, 1 << 20));
        FakePeer first = small.connect();
        FakePeer second = small.connect();
        small.watch(first, "a", "b", "c");

        assertThatThrownBy(() -> small.watch(second, "a", "b"))
                .isInstanceOf(RequestFailed.class)
                .hasMessage("WATCH_ROUTES refused: all connections together may watch 4 topics; poll instead, or raise"
                        + " watchMaxSubscriptions");
        assertThat(small.watch(second, "a")).hasSize(1);
        assertThat(small.watch.subscriptions()).isEqualTo(4);
        first.close();
        assertThat(small.watch(second, "b", "c")).hasSize(2);
    }

    @Test
    void listsOverTheMemoryOfAllAreRefusedAsAWhole() {
        WatchFixture small = new WatchFixture(
                new WatchLimits(10, 100, 640, 1 << 20, WatchFixture.COALESCING, WatchLimits.DEFAULT.patience()));
        FakePeer first = small.connect();
        FakePeer second = small.connect();
        small.watch(first, "a", "b");
        assertThat(small.watch.heldBytes()).isEqualTo(2 * (110 + 201));

        assertThatThrownBy(() -> small.watch(second, "a"))
                .isInstanceOf(RequestFailed.class)
                .hasMessage(
                        "WATCH_ROUTES refused: all connections together may watch what fits 640 bytes; poll instead,"
                                + " or raise watchMaxBytes");
        assertThat(small.watch.watchers()).isEqualTo(1);
        assertThat(small.watch(first, "a", "b")).hasSize(2);
        small.watch.unwatch(first, List.of("b"));
        assertThat(small.watch(second, "a")).hasSize(1);
        first.close();
        second.close();
        assertThat(small.watch.heldBytes()).isZero();
    }

    @Test
    void aNameThatNoTopicCanHaveIsRefusedAndNothingIsWatched() {
        assertThatThrownBy(() -> server.watch(peer, "orders", "a\nb"))
                .isInstanceOf(RequestFailed.class)
                .hasMessageStartingWith("WATCH_ROUTES refused: topic [a?b]");
        assertThatThrownBy(() -> server.watch(peer, "t".repeat(300))).isInstanceOf(RequestFailed.class);
        assertThat(server.watch.subscriptions()).isZero();
    }

    @Test
    void nothingIsSaidOfTopicsBeforeTheServerIsReady() {
        server.routes.ready = false;
        assertThatThrownBy(() -> server.watch(peer, "orders")).hasMessage("name server not ready");
        assertThat(server.watch.subscriptions()).isZero();
    }

    @Test
    void aChangeWhileTheFirstStateIsReadIsTold() {
        server.routes.whileReading = () -> server.routes.set("orders", "b");
        assertThat(server.watch(peer, "orders")).containsExactly("orders absent");
        server.pass();
        assertThat(peer.news()).containsExactly("orders b");
    }

    @Test
    void aChangeWhileAPushIsMadeIsTold() {
        server.watch(peer, "orders");
        server.routes.set("orders", "a");
        server.routes.whileReading = () -> server.routes.set("orders", "b");
        server.scheduler.advance(Duration.ZERO);
        assertThat(peer.news()).containsExactly("orders a");
        server.pass();
        assertThat(peer.news()).containsExactly("orders b");
    }

    @Test
    void anEndWhileAStateIsReadLeavesNothingBehind() {
        server.routes.whileReading = peer::close;
        server.watch.watch(
                peer,
                new WatchList(Map.of("orders", Optional.empty(), "bills", Optional.empty())),
                topic -> new RouteQuery(topic, true, null));
        assertThat(server.watch.subscriptions()).isZero();
        assertThat(server.watch.watchers()).isZero();
        server.routes.set("orders", "a");
        server.pass();
        assertThat(peer.news()).isEmpty();
    }

    @Test
    void whatDoesNotFitTheAnswerIsPushed() {
        String[] topics = new String[40];
        for (int i = 0; i < topics.length; i++) {
            topics[i] = "t" + i;
            server.routes.set(topics[i], "b" + i + "x".repeat(20_000));
        }
        Set<String> heard = new HashSet<>(server.watch(peer, topics));
        assertThat(heard).hasSizeBetween(1, 39);

        server.pass();

        heard.addAll(peer.news());
        assertThat(heard).hasSize(40);
        assertThat(server.watch.pushes()).isGreaterThan(1);
    }

    @Test
    void pushesWaitWhileTooManyBytesAreUnderWay() {
        WatchFixture narrow = new WatchFixture(limits(10, 100, 1));
        FakePeer slow = narrow.connect();
        FakePeer other = narrow.connect();
        FakePeer third = narrow.connect();
        slow.becomeSlow();
        narrow.watch(slow, "orders");
        narrow.watch(other, "orders", "bills");
        narrow.watch(third, "bills");
        narrow.routes.set("orders", "a");
        narrow.pass();
        assertThat(slow.news()).containsExactly("orders a");
        narrow.routes.set("orders", "b");
        narrow.routes.set("bills", "b");
        narrow.pass();
        assertThat(other.news()).isEmpty();
        assertThat(third.news()).isEmpty();
        assertThat(narrow.watch.pendingBytes()).isPositive();

        slow.takeOne();

        assertThat(slow.news()).containsExactly("orders b");
        slow.takeOne();
        assertThat(other.news()).containsExactly("orders b", "bills b");
        assertThat(third.news()).containsExactly("bills b");
        assertThat(narrow.watch.pendingBytes()).isZero();
    }

    @Test
    void aCrowdThatTakesNoPushLeavesAFewLines() {
        int crowd = 60;
        try (LogLines lines = new LogLines(RouteWatch.class.getName())) {
            WatchFixture wide = new WatchFixture();
            for (int i = 0; i < crowd; i++) {
                FakePeer stuck = wide.connect();
                stuck.becomeSlow();
                wide.watch(stuck, "orders");
            }
            wide.routes.set("orders", "a");
            wide.scheduler.advance(Duration.ofMinutes(1));

            wide.watch.closeStuck();

            assertThat(wide.watch.stuck()).isEqualTo(crowd);
            assertThat(lines.of("watching connection closed peer=[")).hasSize(20);
        }
    }

    @Test
    void whoTakesNoPushForTooLongIsClosedAndMakesRoom() {
        WatchFixture narrow = new WatchFixture(limits(10, 100, 1));
        FakePeer stuck = narrow.connect();
        FakePeer other = narrow.connect();
        stuck.becomeSlow();
        narrow.watch(stuck, "orders");
        narrow.watch(other, "orders");
        narrow.routes.set("orders", "a");
        narrow.scheduler.advance(Duration.ofSeconds(30));
        narrow.watch.closeStuck();
        assertThat(stuck.isOpen()).isTrue();
        narrow.scheduler.advance(Duration.ofSeconds(1));

        narrow.watch.closeStuck();

        assertThat(stuck.isOpen()).isFalse();
        assertThat(other.isOpen()).isTrue();
        assertThat(other.news()).containsExactly("orders a");
        assertThat(narrow.watch.stuck()).isEqualTo(1);
        assertThat(narrow.watch.watchers()).isEqualTo(1);
        assertThat(narrow.watch.pendingBytes()).isZero();
    }

    @Test
    void eachHearsItsOwnDialect() {
        FakePeer old = server.connect();
        server.watch(peer, "orders");
        old.takeAnswer(ByteBuffer.wrap(server.watch.watch(
                old, new WatchList(Map.of("orders", Optional.empty())), topic -> new RouteQuery(topic, false, null))));
        server.routes.set("orders", "a");
        server.pass();

        assertThat(peer.news()).containsExactly("orders a");
        assertThat(old.news()).containsExactly("orders absent", "orders a");
        assertThat(old.revisionOf("orders")).isEqualTo(peer.revisionOf("orders") + "-u");
        byte[] again = server.watch.watch(
                old, new WatchList(Map.of("orders", Optional.empty())), topic -> new RouteQuery(topic, false, null));
        assertThat(new String(again, StandardCharsets.UTF_8)).contains("{0:\"a:1\"}");
    }

    private static WatchLimits limits(int perConnection, int inAll, long pendingBytes) {
        return new WatchLimits(
                perConnection, inAll, 1 << 20, pendingBytes, WatchFixture.COALESCING, WatchLimits.DEFAULT.patience());
    }
}
