package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.FileOps;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.DecisionList;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.ListFences;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.extension.Stamp;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.testkit.LogLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceHandlersTest {
    private static final String UNKNOWN = "broker[nobody] is not registered; see 'clusterList' for the names";
    private static final SetFence DRAIN = new SetFence(null, "a", null, "drain", null);

    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
        server.register(master("a", "orders", "bills"));
        server.register(master("b", "orders"));
    }

    @Test
    @Tag("205")
    void stoppingWritesCountsTheTopicsShowsInTheirRoutesAndIsOnDisk() throws Exception {
        Reply answer = server.ask(new WipeWritePermission("a"));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext()).isEqualTo(ExtFields.of("wipeTopicCount", "2"));
        assertThat(permissions("orders")).containsExactly(4, 6);
        assertThat(permissions("bills")).containsExactly(4);
        assertThat(FenceStore.open(folder.resolve("fences"), FileOps.system(), server.clock, "n2")
                        .holds(FenceKey.broker("c1", "a")))
                .isTrue();
    }

    @Test
    @Tag("205")
    void stoppingWritesOfAnUnknownBrokerIsRefusedByItsName() {
        assertRefused(server.ask(new WipeWritePermission("nobody")), 1, "stop-write refused: " + UNKNOWN);
        server.assertMandatory(new WipeWritePermission("a"), "brokerName");
        assertThat(server.fences.size()).isZero();
    }

    @Test
    @Tag("205")
    void stoppingWritesAgainKeepsTheReasonAndTakesAnEndAway() {
        server.ask(DRAIN);
        server.ask(new WipeWritePermission("a"));
        assertThat(list()).singleElement().extracting(Decision::reason).isEqualTo("drain");

        server.ask(new SetFence(null, "a", null, "for a while", now() + 1_000));
        server.ask(new WipeWritePermission("a"));
        assertThat(list()).singleElement().extracting(Decision::expiresAtMillis).isNull();
    }

    @Test
    @Tag("205")
    void aStopThatCannotBeStoredIsRefusedAndChangesNothing() throws Exception {
        breakTheFolder();

        Reply answer = server.ask(new WipeWritePermission("a"));

        assertRefused(
                answer,
                1,
                "stop-write of broker[a] of cluster[c1] refused: it could not be stored, see the log of the name server");
        assertThat(permissions("orders")).containsExactly(6, 6);
    }

    @Test
    @Tag("205")
    void aStopIsAnsweredBusyWhenTooManyWait() {
        server.admin.full = true;

        assertRefused(server.ask(new WipeWritePermission("a")), 2, "[OVERLOAD]system busy");
        assertThat(server.fences.size()).isZero();
    }

    @Test
    @Tag("327")
    void liftingTheStopCountsTheTopicsAndGivesBackWhatIsRegistered() {
        server.ask(new WipeWritePermission("a"));

        Reply answer = server.ask(new AddWritePermission("a"));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext()).isEqualTo(ExtFields.of("addTopicCount", "2"));
        assertThat(permissions("orders")).containsExactly(6, 6);
        assertThat(server.ask(new AddWritePermission("a")).ext())
                .as("as the original, without a stop")
                .isEqualTo(ExtFields.of("addTopicCount", "2"));
    }

    @Test
    @Tag("327")
    void liftingTheStopOfABrokerThatIsAwayCountsNoTopic() {
        server.ask(new WipeWritePermission("a"));
        server.ask(new UnregisterBroker("a", "a:10911", "c1", 0));

        assertThat(server.ask(new AddWritePermission("a")).ext()).isEqualTo(ExtFields.of("addTopicCount", "0"));
        assertRefused(server.ask(new AddWritePermission("a")), 1, "lifting a stop-write refused: broker[a]");
    }

    @Test
    @Tag("327")
    void liftingTheStopOfAnUnknownBrokerIsRefusedByItsName() {
        assertRefused(server.ask(new AddWritePermission("nobody")), 1, "lifting a stop-write refused: " + UNKNOWN);
        server.assertMandatory(new AddWritePermission("a"), "brokerName");
    }

    @Test
    @Tag("327")
    void liftingTheStopOfABrokerLeavesTheFencesOfItsTopics() {
        server.ask(new WipeWritePermission("a"));
        server.ask(new SetFence(null, "a", "orders", "move", null));

        server.ask(new AddWritePermission("a"));

        assertThat(permissions("orders")).containsExactly(4, 6);
        assertThat(permissions("bills")).containsExactly(6);
    }

    @Test
    @Tag("31001")
    void aFenceSaysWhoWhenAndWhy() {
        Reply answer = server.ask(DRAIN);

        assertThat(answer.ext()).as(String.valueOf(answer.remark())).isEqualTo(ExtFields.of("affected", "2"));
        assertThat(list()).singleElement().satisfies(fence -> {
            assertThat(fence.key()).isEqualTo(FenceKey.broker("c1", "a"));
            assertThat(fence.by()).isEqualTo(new Decision.By("10.0.0.9:40001", null));
            assertThat(fence.atMillis()).isEqualTo(now());
            assertThat(fence.reason()).isEqualTo("drain");
        });
    }

    @Test
    @Tag("31001")
    void aTopicIsFencedOnOneBrokerOrEverywhere() {
        assertThat(server.ask(new SetFence(null, "b", "orders", "move", null)).ext())
                .isEqualTo(ExtFields.of("affected", "1"));
        assertThat(permissions("orders")).containsExactly(6, 4);

        assertThat(server.ask(new SetFence(null, null, "orders", "move", null)).ext())
                .isEqualTo(ExtFields.of("affected", "2"));
        assertThat(permissions("orders")).containsExactly(4, 4);
    }

    @Test
    @Tag("31001")
    void aFenceEndsByItselfAtItsExpiry() {
        server.ask(new SetFence("c1", "a", null, "for a while", now() + 10_000));
        assertThat(permissions("bills")).containsExactly(4);

        server.scheduler.advance(Duration.ofSeconds(11));

        assertThat(permissions("bills")).containsExactly(6);
        assertThat(list()).isEmpty();
        assertRefused(server.ask(new LiftFence(null, "a", null, null)), 1, "LIFT_FENCE refused: no fence holds on ");
    }

    @Test
    @Tag("31001")
    void namesThatAreUnknownOrImpossibleAreRefused() {
        refuses(new SetFence(null, "nobody", null, "r", null), UNKNOWN);
        refuses(new SetFence("c2", "a", null, "r", null), "broker[a] is in cluster[c1] and not in cluster[c2]");
        refuses(new SetFence(null, null, null, "r", null), "neither brokerName nor topic is given");
        refuses(new SetFence("c1", null, "orders", "r", null), "cluster[c1] is given without a brokerName");
        refuses(new SetFence(null, null, "order", "r", null), "topic[order] everywhere does not exist");
        refuses(new SetFence(null, "b", "bills", "r", null), "topic[bills] on broker[b] of cluster[c1] does not exist");
        refuses(new SetFence(null, null, "a/b", "r", null), "topic [a/b] must not have");
        assertThat(server.fences.size()).isZero();
    }

    @Test
    @Tag("31001")
    void reasonsAndTimesThatAreImpossibleAreRefused() {
        server.assertMandatory(DRAIN, "reason");
        refuses(new SetFence(null, "a", null, "r".repeat(257), null), "reason [rrr");
        refuses(new SetFence(null, "a", null, "two\nlines", null), "reason [two?lines] must not have control");
        refuses(new SetFence(null, "a", null, "r", now()), "expiresAt[" + now() + "] is not in the future: the clock");
        refuses(new SetFence(null, "a", null, "r", 1L), "expiresAt[1] is not in the future");
        for (String time : new String[] {"tomorrow", "-1", "99999999999999"}) {
            assertRefused(
                    server.ask(31_001, HandlerFixture.with(DRAIN.toExt(), "expiresAt", time)),
                    1,
                    "SET_FENCE: header field expiresAt is [" + time + "]");
        }
        assertThat(server.ask(new SetFence(null, "a", null, "r".repeat(256), null))
                        .code())
                .isZero();
    }

    @Test
    @Tag("31001")
    void tooManyFencesAreRefusedWithTheBoundAndTheRemedy() throws Exception {
        List<Decision> many = new ArrayList<>();
        for (int i = 0; i < FenceStore.MAX_DECISIONS; i++) {
            many.add(new Decision(
                    FenceKey.topic("t" + i), new Stamp(now(), 0, "n9"), true, 0, new Decision.By("x", null), "", null));
        }
        server.fences.merge(many);

        Reply answer = server.ask(DRAIN);

        assertRefused(answer, 1, "SET_FENCE of broker[a] of cluster[c1] refused: there would be 5001 fences");
        assertThat(answer.remark()).contains("at most 5000").contains("fence brokers");
    }

    @Test
    @Tag("31002")
    void oneFenceIsLiftedAndOthersGoOn() {
        server.ask(DRAIN);
        server.ask(new SetFence(null, "a", "bills", "move", null));
        server.ask(new SetFence(null, null, "orders", "move", null));

        assertThat(server.ask(new LiftFence(null, "a", null, "done")).ext()).isEqualTo(ExtFields.of("affected", "2"));
        assertThat(permissions("bills")).containsExactly(4);
        assertThat(server.ask(new LiftFence("c1", "a", "bills", null)).ext()).isEqualTo(ExtFields.of("affected", "1"));
        assertThat(permissions("bills")).containsExactly(6);
        assertThat(permissions("orders")).containsExactly(4, 4);
        assertThat(server.ask(new LiftFence(null, null, "orders", null)).ext())
                .isEqualTo(ExtFields.of("affected", "2"));
        assertThat(permissions("orders")).containsExactly(6, 6);
    }

    @Test
    @Tag("31002")
    void theFenceOfWhatIsAwayIsLifted() {
        server.ask(DRAIN);
        server.ask(new SetFence(null, null, "bills", "move", null));
        server.ask(new UnregisterBroker("a", "a:10911", "c1", 0));

        assertThat(server.ask(new LiftFence(null, "a", null, null)).ext()).isEqualTo(ExtFields.of("affected", "0"));
        assertThat(server.ask(new LiftFence(null, null, "bills", null)).ext()).isEqualTo(ExtFields.of("affected", "0"));
        assertThat(list()).isEmpty();
    }

    @Test
    @Tag("31002")
    void liftingWhatIsNotFencedIsRefusedByItsName() {
        server.ask(DRAIN);
        lifts(new LiftFence(null, "b", null, null), "no fence holds on broker[b]; see LIST_FENCES");
        lifts(new LiftFence("c2", "a", null, null), "no fence holds on broker[a] of cluster[c2]; see LIST_FENCES");
        lifts(new LiftFence(null, null, "orders", null), "no fence holds on topic[orders] everywhere; see");
        lifts(new LiftFence(null, null, null, null), "neither brokerName nor topic is given");
        lifts(new LiftFence(null, "a", null, "r".repeat(257)), "reason [rrr");
        assertThat(list()).hasSize(1);
    }

    @Test
    @Tag("31002")
    void aLiftThatCannotBeStoredIsRefusedAndChangesNothing() throws Exception {
        server.ask(DRAIN);
        breakTheFolder();

        assertRefused(
                server.ask(new LiftFence(null, "a", null, null)),
                1,
                "LIFT_FENCE of broker[a] of cluster[c1] refused: it could not be stored");
        assertThat(permissions("bills")).containsExactly(4);
    }

    @Test
    @Tag("31003")
    void onlyFencesThatHoldAreListed() {
        assertThat(list()).isEmpty();
        server.ask(DRAIN);
        server.ask(new WipeWritePermission("b"));
        server.ask(new AddWritePermission("b"));

        DecisionList list = DecisionList.decode(server.ask(new ListFences()).body());

        assertThat(list.nowMillis()).isEqualTo(now());
        assertThat(list.decisions()).extracting(Decision::key).containsExactly(FenceKey.broker("c1", "a"));
    }

    private void refuses(SetFence request, String why) {
        assertRefused(server.ask(request), 1, "SET_FENCE refused: " + why);
    }

    private void lifts(LiftFence request, String why) {
        assertRefused(server.ask(request), 1, "LIFT_FENCE refused: " + why);
    }

    private List<Decision> list() {
        return DecisionList.decode(server.ask(new ListFences()).body()).decisions();
    }

    private long now() {
        return server.clock.wallMillis();
    }

    private List<Integer> permissions(String topic) {
        return RouteCodec.decode(
                        server.ask(new GetRouteInfo(topic, true, false, null)).body())
                .queues()
                .stream()
                .map(QueueData::permission)
                .toList();
    }

    /** Puts a file in the place of the fences' folder. */
    @Test
    void stopsThatCannotBeStoredAndAreRepeatedLeaveAFewLines() throws Exception {
        breakTheFolder();

        try (LogLines lines = new LogLines("io.pharos.nameserver")) {
            for (int i = 0; i < 60; i++) {
                assertThat(server.ask(new WipeWritePermission("a")).code()).isEqualTo(1);
            }

            assertThat(lines.of("fence not stored request=[stop-write of broker[a] of cluster[c1]]"))
                    .hasSize(20);
        }
    }

    private void breakTheFolder() throws Exception {
        Path data = folder.resolve("fences");
        if (Files.exists(data)) {
            Files.move(data, folder.resolve("elsewhere"));
        }
        Files.writeString(data, "in the way");
    }
}
