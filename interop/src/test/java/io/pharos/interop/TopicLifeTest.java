package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.MqAdmin;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawAnswer;
import io.pharos.interop.peer.RawConnection;
import io.pharos.interop.peer.Release;
import io.pharos.interop.peer.Requests;
import io.pharos.interop.peer.RouteWatch;
import io.pharos.interop.peer.StockBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics come, change and go on brokers of both releases and with every way of registering that a broker has. */
class TopicLifeTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    /** Brokers here register all they have every ten seconds: three periods, since topics here are deleted right after
     * their creation, and the second that counts. */
    private static final Duration NEXT_REGISTRATIONS = Duration.ofSeconds(32);

    private static final int DELETE_TOPIC_IN_BROKER = 215;
    private static final int STEADY_TOPICS = 12;

    private static final Lab LAB = new Lab(TopicLifeTest.class);
    private static final NameServer SERVER = LAB.subject(Map.of());
    private static final StockBroker PLAIN = LAB.broker(master("plain"));
    private static final StockBroker OLD = LAB.broker(master("old").as(Release.V4_9_7));
    private static final StockBroker SPLIT =
            LAB.broker(master("split").with("enableSplitRegistration", "true").with("splitRegistrationSize", "5"));
    private static final StockBroker ONE_BY_ONE = LAB.broker(master("one").with("enableSingleTopicRegister", "true"));
    private static final StockBroker DEFLATED = LAB.broker(master("deflated").with("compressedRegister", "true"));
    private static final List<StockBroker> ALL = List.of(PLAIN, OLD, SPLIT, ONE_BY_ONE, DEFLATED);

    private static final MqAdmin ADMIN = LAB.mqAdmin();

    @BeforeAll
    static void brokersAreThereWithSteadyTopics() {
        for (StockBroker broker : ALL) {
            await(broker.name())
                    .atMost(REGISTERED)
                    .until(() -> SERVER.route(broker.name()).code() == 0);
        }
        for (StockBroker broker : List.of(SPLIT, PLAIN)) {
            for (int i = 0; i < STEADY_TOPICS; i++) {
                create(broker, steady(broker, i));
            }
        }
    }

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void topicsAppearChangeGoAndComeBackWhileNoOtherTopicMoves() throws Exception {
        Map<String, String> steady = new HashMap<>();
        for (StockBroker broker : List.of(SPLIT, PLAIN)) {
            for (int i = 0; i < STEADY_TOPICS; i++) {
                steady.put(steady(broker, i), broker.name());
            }
        }
        ALL.forEach(broker -> steady.put(broker.name(), broker.name()));
        try (RouteWatch watch = new RouteWatch(SERVER.port(), steady)) {
            for (StockBroker broker : ALL) {
                create(broker, topic(broker));
                becomes("creation", broker, body -> body.contains("\"perm\":6"));
                ADMIN.mustSucceed(
                        SERVER.address(), "updateTopicPerm", "-b", broker.address(), "-t", topic(broker), "-p", "4");
                becomes("change", broker, body -> body.contains("\"perm\":4"));
                deleteEverywhere(broker);
            }
            stayAway();
            for (StockBroker broker : ALL) {
                create(broker, topic(broker));
                becomes("re-creation", broker, body -> body.contains("\"perm\":6"));
                deleteOnBroker(broker);
            }
            for (StockBroker broker : List.of(PLAIN, OLD, ONE_BY_ONE, DEFLATED)) {
                await("end of " + topic(broker))
                        .atMost(NEXT_REGISTRATIONS)
                        .until(() -> SERVER.route(topic(broker)).code() == Requests.TOPIC_NOT_EXIST);
            }
            for (StockBroker broker : ALL) {
                create(broker, topic(broker));
                becomes("second re-creation", broker, body -> body.contains("\"perm\":6"));
            }
            assertThat(watch.answers()).isGreaterThan(1000);
            assertThat(watch.wrong()).isEmpty();
        }
    }

    /** For two periods of registration nothing brings a deleted topic back. */
    private static void stayAway() {
        await("two periods").pollDelay(NEXT_REGISTRATIONS).atMost(REGISTERED).until(() -> true);
        for (StockBroker broker : ALL) {
            assertThat(SERVER.route(topic(broker)).code()).as(topic(broker)).isEqualTo(Requests.TOPIC_NOT_EXIST);
        }
    }

    private static void becomes(String what, StockBroker broker, Predicate<String> expected) {
        await(what + " on " + broker.name())
                .atMost(A_SECOND)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> expected.test(SERVER.route(topic(broker)).body()));
    }

    private static void create(StockBroker broker, String topic) {
        ADMIN.mustSucceed(SERVER.address(), "updateTopic", "-b", broker.address(), "-t", topic, "-r", "4", "-w", "4");
    }

    private static void deleteEverywhere(StockBroker broker) throws Exception {
        deleteOnBroker(broker);
        assertThat(SERVER.ask(Requests.DELETE_TOPIC, Map.of("topic", topic(broker), "clusterName", "lab"))
                        .code())
                .isZero();
        assertThat(SERVER.route(topic(broker)).code()).isEqualTo(Requests.TOPIC_NOT_EXIST);
    }

    private static void deleteOnBroker(StockBroker broker) throws Exception {
        try (RawConnection connection = new RawConnection(broker.port())) {
            Map<String, String> fields = Map.of("topic", topic(broker));
            RawAnswer answer = connection.call(DELETE_TOPIC_IN_BROKER, fields);
            assertThat(answer.code())
                    .as("%s: %s", broker.name(), answer.remark())
                    .isZero();
        }
    }

    private static String topic(StockBroker broker) {
        return "Lives-" + broker.name();
    }

    private static String steady(StockBroker broker, int number) {
        return "Steady-" + broker.name() + "-" + number;
    }

    private static StockBroker.Spec master(String name) {
        return StockBroker.Spec.master(name, SERVER.address());
    }
}
