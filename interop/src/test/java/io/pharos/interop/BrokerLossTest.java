package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.Requests;
import io.pharos.interop.peer.RouteWatch;
import io.pharos.interop.peer.StockBroker;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Brokers are killed and frozen, and name servers restarted, while routes are asked for. */
class BrokerLossTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final int DEADLINE_SECONDS = 5;
    /** Within how many seconds a restored broker must come back; brokers here register every ten seconds. */
    private static final int RESTORED_SECONDS = 15;

    private static final Lab LAB = new Lab(BrokerLossTest.class);
    private static final NameServer OURS = LAB.subject(
            Map.of("supportActingMaster", "true", "restoredRouteDeadlineSeconds", Integer.toString(RESTORED_SECONDS)));
    private static final NameServer THEIRS =
            LAB.nameServer(NameServer.Kind.STOCK, Map.of("supportActingMaster", "true"));
    private static final String BOTH = OURS.address() + ";" + THEIRS.address();

    private static final StockBroker.Spec GROUP = StockBroker.Spec.master("group", BOTH)
            .with("enableSlaveActingMaster", "true")
            .with("brokerNotActiveTimeoutMillis", Integer.toString(DEADLINE_SECONDS * 1000));
    private static final StockBroker MASTER = LAB.broker(GROUP);
    private static final StockBroker SLAVE = LAB.broker(GROUP.slave(1));
    private static final StockBroker SINGLE = LAB.broker(StockBroker.Spec.master("single", BOTH));

    @AfterAll
    static void close() {
        LAB.close();
    }

    @BeforeEach
    void everybodyIsThere() {
        for (StockBroker broker : new StockBroker[] {MASTER, SLAVE, SINGLE}) {
            awaitBroker(OURS, broker);
            awaitBroker(THEIRS, broker);
        }
    }

    @Test
    void aKilledBrokerLeavesTheRouteWithinASecond() {
        SINGLE.child().kill();
        await("route of the killed broker")
                .atMost(A_SECOND)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> OURS.route("single").code() == Requests.TOPIC_NOT_EXIST);
        assertThat(OURS.ask(Requests.CLUSTER_INFO, Map.of()).body()).doesNotContain("single");
        SINGLE.restart();
    }

    @Test
    void aFrozenMasterLeavesAtItsDeadlineItsSlaveActsAndItComesBack() {
        MASTER.child().freeze();
        try {
            await("the frozen master's end")
                    .atMost(Duration.ofSeconds(DEADLINE_SECONDS + 1))
                    .until(() -> !OURS.route("group").body().contains(MASTER.address()));
            assertThat(OURS.route("group").body()).contains("\"0\":\"" + SLAVE.address() + "\"");
            await("the same at the original")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(OURS.route("group").canonicalBody())
                            .isEqualTo(THEIRS.route("group").canonicalBody()));
            assertThat(OURS.ask(Requests.CLUSTER_INFO, Map.of()).canonicalBody())
                    .isEqualTo(THEIRS.ask(Requests.CLUSTER_INFO, Map.of()).canonicalBody());
        } finally {
            MASTER.child().thaw();
        }
        await("the thawed master")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(OURS.route("group").body()).contains("\"0\":\"" + MASTER.address() + "\""));
        await("the same at the original")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(OURS.route("group").canonicalBody())
                        .isEqualTo(THEIRS.route("group").canonicalBody()));
    }

    @Test
    void aRestartedNameServerNeverSaysThatATopicDoesNotExist() {
        awaitCopy();
        try (RouteWatch watch = new RouteWatch(OURS.port(), Map.of("group", "group", "single", "single"))) {
            await("answers").atMost(REGISTERED).until(() -> watch.answers() > 10);
            OURS.child().kill();
            OURS.restart();
            long answers = watch.answers();
            await("answers after the restart").atMost(REGISTERED).until(() -> watch.answers() > answers + 100);
            everybodyIsThere();
            assertThat(watch.wrong()).isEmpty();
        }
    }

    @Test
    void aRestoredBrokerThatStaysAwayIsDroppedAtItsDeadline() {
        awaitCopy();
        OURS.child().kill();
        SINGLE.child().kill();
        OURS.restart();
        assertThat(OURS.route("single").code()).isZero();
        await("the end of the broker that is away")
                .atMost(Duration.ofSeconds(RESTORED_SECONDS + 5))
                .until(() -> OURS.route("single").code() == Requests.TOPIC_NOT_EXIST);
        assertThat(OURS.route("group").code()).isZero();
        SINGLE.restart();
    }

    /** The copy of the routes is written off the request path; it has changed no later than the last registration. */
    private static void awaitCopy() {
        await("the copy of the routes on disk").pollDelay(Duration.ofSeconds(4)).until(() -> true);
    }

    private static void awaitBroker(NameServer server, StockBroker broker) {
        await(broker.name() + " at " + server.address())
                .atMost(REGISTERED)
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(server.route(broker.name()).body()).contains(broker.address()));
    }
}
