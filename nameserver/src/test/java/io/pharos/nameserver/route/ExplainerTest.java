package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.fences;
import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topic;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.RouteExplanation.Left;
import io.pharos.protocol.route.QueueData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private static final FenceKey FENCE_OF_A = FenceKey.broker("c1", "a");
    private static final FenceKey FENCE_OF_TOPIC = FenceKey.topic("orders");
    private static final FenceKey FENCE_OF_TOPIC_ON_A = new FenceKey("orders", "c1", "a");

    private final RoutesFixture server = new RoutesFixture();
    private List<FenceKey> fenced = List.of();

    @Test
    void aBrokerIsShownWithItsSignsOfLifeAndItsConnection() {
        server.register(master("a"), topics(1, "orders"), 7);
        server.register(slave("a", 1), topics(1, "orders"), 8);
        server.clock.advance(Duration.ofSeconds(5));
        server.routes.heartbeat("c1", "a-1:10911", 9);
        server.clock.advance(Duration.ofSeconds(2));

        RouteExplanation explained = explain("orders");

        assertThat(explained.outcome())
                .isEqualTo(new RouteExplanation.Outcome("found", 0, null, "1 broker has it; producers write to 1"));
        RouteExplanation.Broker a = explained.brokers().get(0);
        assertThat(a.members())
                .containsExactly(
                        new RouteExplanation.Member(0, "a:10911", "live", 7_000L, 113_000L, 7L, "peer-7"),
                        new RouteExplanation.Member(1, "a-1:10911", "live", 2_000L, 118_000L, 9L, "peer-9"));
        assertThat(a.queues()).isEqualTo(new RouteExplanation.Queues(4, 4, 6, 6, List.of(), List.of(), true));
        assertThat(a.membersLeftOut()).isZero();
        assertThat(explained.left()).isEmpty();
        assertThat(explained.nowMillis()).isEqualTo(server.clock.wallMillis());
    }

    @Test
    void eachFenceIsNamedAndTakesTheRightToWrite() {
        server.register(master("a"), topics(1, "orders"), 1);
        server.register(master("b"), topics(1, "orders"), 2);
        fence(FENCE_OF_A);
        assertStopped("a", "broker_fence");
        assertThat(summary())
                .isEqualTo("2 brokers have it; producers write to 1, not to others: a fence of the broker (1)");
        fence(FENCE_OF_TOPIC_ON_A);
        assertStopped("a", "topic_on_broker_fence");
        fence(FENCE_OF_TOPIC);
        assertStopped("a", "topic_fence");
        assertStopped("b", "topic_fence");
        fence(FENCE_OF_A, FENCE_OF_TOPIC, FENCE_OF_TOPIC_ON_A);
        assertStopped("a", "broker_fence", "topic_fence", "topic_on_broker_fence");
        assertThat(brokerOf("a").queues().fences()).hasSize(3);
        assertThat(summary())
                .isEqualTo(
                        "2 brokers have it; producers write to 0, not to others: a fence of the broker (1), a fence of"
                                + " the topic (2), a fence of the topic on the broker (1)");
        fence();
        assertStopped("a");
    }

    @Test
    void aLostMasterAndWhoStandsInAreShown() {
        configure(new RouteSettings(
                true, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), Liveness.DEADLINES_ALONE));
        server.register(master("a"), topics(1, "orders"), 1);
        server.register(slave("a", 1), topics(1, "orders"), 2);
        assertThat(brokerOf("a").actingMaster()).isNull();
        server.close(1);

        assertStopped("a", "no_master");
        assertThat(brokerOf("a").actingMaster()).isEqualTo("a-1:10911");
        assertThat(summary())
                .isEqualTo("1 broker has it; producers write to 0, not to others: no master, a slave may stand in (1)");
    }

    @Test
    void aGroupOfAnOlderReleaseWithoutItsMasterIsNotWrittenTo() {
        server.register(broker("c1", "a", 0, "a:1", null), topics(1, "orders"), 1);
        server.register(broker("c1", "a", 1, "a:2", null), topics(1, "orders"), 2);
        server.close(1);

        RouteExplanation.Queues queues = brokerOf("a").queues();
        assertThat(queues.answered()).isEqualTo(6);
        assertThat(queues.stoppedBy()).isEmpty();
        assertThat(queues.writable()).isFalse();
        assertThat(summary()).endsWith("producers write to 0, not to others: no master (1)");
    }

    @Test
    void whatWasRegisteredWithoutWritesOrQueuesIsToldApart() {
        server.register(master("a"), with(topics(1), topic("orders", 4, 4)), 1);
        server.register(master("b"), with(topics(1), topic("orders", 0, 6)), 2);

        assertThat(brokerOf("a").queues())
                .isEqualTo(new RouteExplanation.Queues(4, 4, 4, 4, List.of(), List.of(), false));
        assertThat(summary())
                .isEqualTo(
                        "2 brokers have it; producers write to 0, not to others: no queues to write to (1), registered"
                                + " without the right to write (1)");
    }

    @Test
    void groupsOfOtherZonesAreLeftOutWithTheReason() {
        server.register(zoned("a", "z1"), topics(1, "orders"), 1);
        server.register(zoned("b", "z2"), topics(1, "orders"), 2);
        server.register(zoned("d", null), topics(1, "orders"), 3);

        RouteExplanation explained = explain(new ExplainRoute("orders", null, "Z1"));
        assertThat(explained.brokers())
                .extracting(RouteExplanation.Broker::leftOut)
                .containsExactly(
                        null,
                        "it is in zone[z2] and has a master, while other brokers are in zone[Z1], which was asked for",
                        "it is in no zone and has a master, while other brokers are in zone[Z1], which was asked for");
        assertThat(explained.brokers().get(1).queues().writable()).isFalse();
        assertThat(explained.outcome().summary())
                .isEqualTo("3 brokers have it, 2 left out for zone[Z1]; producers write to 1");
        assertThat(explain(new ExplainRoute("orders", null, "elsewhere")).brokers())
                .extracting(RouteExplanation.Broker::leftOut)
                .containsOnlyNulls();
    }

    @Test
    void whereATopicWasIsRememberedBesideWhereItIs() {
        server.register(master("a"), topics(1, "orders"), 1);
        server.register(master("b"), topics(1, "orders"), 2);
        server.close(2);
        server.clock.advance(Duration.ofSeconds(3));

        assertThat(explain("orders").left()).containsExactly(new Left("c1", "b", "connection_closed", 3_000));
        assertThat(explain("orders").outcome().result()).isEqualTo("found");
    }

    @Test
    void anAbsentTopicIsExplainedAsInTheRemark() {
        server.register(master("a"), topics(1, "orders"), 1);
        get(server.routes.deleteTopic("orders", null));

        RouteExplanation explained = explain("orders");
        assertThat(explained.outcome())
                .isEqualTo(new RouteExplanation.Outcome(
                        "not_found",
                        17,
                        "left",
                        "it left broker[a] 0 s ago: an operator deleted it at the name server"));
        assertThat(explained.brokers()).isEmpty();
        assertThat(explained.left()).containsExactly(new Left("c1", "a", "deleted", 0));
    }

    @Test
    void aSilentMasterIsShown() {
        Liveness probing = new Liveness(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofMinutes(10));
        configure(new RouteSettings(false, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), probing));
        server.scan();
        server.register(master("a"), topics(1, "orders"), 1);
        server.pass(Duration.ofSeconds(1));
        server.answer(1);
        server.pass(Duration.ofSeconds(10));

        RouteExplanation.Broker broker = brokerOf("a");
        assertThat(broker.queues().stoppedBy()).containsExactly("suspect");
        assertThat(broker.members().get(0).state()).isEqualTo("suspect");
        assertThat(summary()).contains("a silent master (1)");
    }

    @Test
    void aServerThatWaitsSaysSo() {
        configure(new RouteSettings(
                false, false, Map.of(), Duration.ofSeconds(45), Duration.ofMinutes(2), Liveness.DEADLINES_ALONE));
        server.register(master("a"), topics(1, "orders"), 1);

        assertThat(explain("orders").outcome().result()).isEqualTo("not_ready");
        assertThat(explain("orders").outcome().code()).isEqualTo(1);
        assertThat(summary()).contains("needWaitForService");
        assertThat(explain("orders").brokers()).as("what it will answer").hasSize(1);
        server.clock.advance(Duration.ofSeconds(45));
        assertThat(explain("orders").outcome().result()).isEqualTo("found");
    }

    @Test
    void restoredBrokersAreShownAsSuch() {
        RestoredGroup group = new RestoredGroup(
                "c1",
                "a",
                null,
                false,
                List.of(new Member(0, "a:10911", "", List.of(), null, false, true)),
                Map.of("orders", new QueueData("a", 4, 4, 6, 0)),
                Map.of());
        get(server.routes.restore(List.of(group), Duration.ofSeconds(30)));
        server.clock.advance(Duration.ofSeconds(1));

        assertThat(brokerOf("a").members())
                .containsExactly(new RouteExplanation.Member(0, "a:10911", "restored", null, 29_000L, null, null));
    }

    @Test
    void orderConfigurationIsShown() {
        configure(new RouteSettings(
                false, false, Map.of("orders", "a:4"), Duration.ZERO, Duration.ofMinutes(2), Liveness.DEADLINES_ALONE));
        server.register(master("a"), topics(1, "orders"), 1);
        assertThat(explain("orders").orderConf()).isEqualTo("a:4");
    }

    @Test
    void theAnswerIsBoundedAndNamesTroubleFirst() {
        int many = 250;
        for (int i = 0; i < many; i++) {
            server.register(master("b" + i), topics(1, "orders"), i + 1);
        }
        for (int id = 1; id < 40; id++) {
            server.register(slave("b0", id), topics(1, "orders"), many + id);
        }
        fence(FenceKey.broker("c1", "b0"), FenceKey.broker("c1", "b249"));

        RouteExplanation explained = explain("orders");
        assertThat(explained.brokers()).hasSize(RouteExplanation.MAX_BROKERS);
        assertThat(explained.brokersLeftOut()).isEqualTo(many - RouteExplanation.MAX_BROKERS);
        assertThat(explained.brokers().subList(0, 2))
                .extracting(RouteExplanation.Broker::brokerName)
                .containsExactlyInAnyOrder("b0", "b249");
        assertThat(brokerOf("b0").members()).hasSize(RouteExplanation.MAX_MEMBERS);
        assertThat(brokerOf("b0").membersLeftOut()).isEqualTo(40 - RouteExplanation.MAX_MEMBERS);
        assertThat(summary())
                .isEqualTo("250 brokers have it; producers write to 248, not to others: a fence of the broker (2)");
        assertThat(explained.encode()).hasSizeLessThan(100_000);
    }

    private void assertStopped(String name, String... by) {
        RouteExplanation.Queues queues = brokerOf(name).queues();
        assertThat(queues.stoppedBy()).containsExactly(by);
        assertThat(queues.registered()).isEqualTo(6);
        assertThat(queues.answered()).isEqualTo(by.length == 0 ? 6 : 4);
        assertThat(queues.writable()).isEqualTo(by.length == 0);
    }

    private void fence(FenceKey... keys) {
        fenced = List.of(keys);
        get(server.routes.fence(fences(keys)));
    }

    private void configure(RouteSettings settings) {
        get(server.routes.configure(settings));
    }

    private RouteExplanation.Broker brokerOf(String name) {
        return explain("orders").brokers().stream()
                .filter(broker -> broker.brokerName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String summary() {
        return explain("orders").outcome().summary();
    }

    private RouteExplanation explain(String topic) {
        return explain(new ExplainRoute(topic, null, null));
    }

    private RouteExplanation explain(ExplainRoute question) {
        RouteExplanation explained = server.routes.explain(question, ExplainedAnswer.sources(fenced));
        int code = server.routes
                .route(new RouteQuery(question.topic(), true, question.zone()))
                .code();
        assertThat(explained.outcome().code()).isEqualTo(code);
        return explained;
    }

    private static RegistrationHeader zoned(String name, @Nullable String zone) {
        return new RegistrationHeader(
                new BrokerIdentity("c1", name, 0, name + ":10911"), "ha-" + name, zone, null, true, 0);
    }
}
