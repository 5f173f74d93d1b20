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
import io.pharos.interop.peer.StockBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two masters, one of them of the older release, and a slave register with Pharos and with the original at once. */
class SameAnswersTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final String TOPIC = "Orders";

    private static final Lab LAB = new Lab(SameAnswersTest.class);
    private static final NameServer OURS = LAB.subject(Map.of());
    private static final NameServer THEIRS = LAB.nameServer(NameServer.Kind.STOCK);

    @BeforeAll
    static void startBrokers() {
        String both = OURS.address() + ";" + THEIRS.address();
        StockBroker.Spec first = StockBroker.Spec.master("broker-a", both);
        LAB.broker(first);
        LAB.broker(first.slave(1));
        LAB.broker(StockBroker.Spec.master("broker-b", both).as(Release.V4_9_7));
        for (NameServer server : List.of(OURS, THEIRS)) {
            await("three brokers at " + server.address()).atMost(REGISTERED).untilAsserted(() -> {
                String brokers = server.ask(Requests.CLUSTER_INFO, Map.of()).body();
                assertThat(brokers.split("127.0.0.1:", -1)).hasSize(4);
            });
        }
        MqAdmin admin = LAB.mqAdmin();
        admin.mustSucceed(THEIRS.address(), "updateTopic", "-c", "lab", "-t", TOPIC, "-r", "6", "-w", "4");
        for (NameServer server : List.of(OURS, THEIRS)) {
            await(TOPIC + " at " + server.address())
                    .atMost(REGISTERED)
                    .untilAsserted(() -> assertThat(server.route(TOPIC).body())
                            .contains("broker-a")
                            .contains("broker-b"));
        }
    }

    @AfterAll
    static void close() {
        LAB.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {RawConnection.VERSION_5_5_0, RawConnection.VERSION_4_9_3})
    void everyRouteIsTheOriginalsInBothDialects(int version) {
        List<String> topics = THEIRS.ask(Requests.TOPIC_LIST, Map.of())
                .json()
                .getJSONArray("topicList")
                .toJavaList(String.class);
        assertThat(topics).contains(TOPIC, "broker-a", "broker-b", "lab");
        for (String topic : topics) {
            RawAnswer ours = RawConnection.ask(OURS.port(), Requests.ROUTE, version, Map.of("topic", topic));
            RawAnswer theirs = RawConnection.ask(THEIRS.port(), Requests.ROUTE, version, Map.of("topic", topic));
            assertSame(topic, ours, theirs);
            assertThat(ours.body().contains("{0:")).isEqualTo(theirs.body().contains("{0:"));
            assertThat(ours.body().contains("{\"0\":")).isEqualTo(theirs.body().contains("{\"0\":"));
        }
    }

    @Test
    void aRouteOfAnOldVersionIsStrictWhenItAsksForThat() {
        Map<String, String> fields = Map.of("topic", TOPIC, "acceptStandardJsonOnly", "true");
        RawAnswer ours = RawConnection.ask(OURS.port(), Requests.ROUTE, RawConnection.VERSION_4_9_3, fields);
        RawAnswer theirs = RawConnection.ask(THEIRS.port(), Requests.ROUTE, RawConnection.VERSION_4_9_3, fields);
        assertSame(TOPIC, ours, theirs);
        assertThat(ours.body()).contains("{\"0\":");
        assertThat(theirs.body()).contains("{\"0\":");
    }

    @ParameterizedTest
    @ValueSource(ints = {Requests.CLUSTER_INFO, Requests.TOPIC_LIST, 311, 312, 313})
    void listsWithoutInputAreTheOriginals(int code) {
        assertSame("request " + code, OURS.ask(code, Map.of()), THEIRS.ask(code, Map.of()));
    }

    /** Which broker is named is a matter of the original's hash order: any registered one is right. */
    @Test
    void systemTopicsAreTheOriginalsAndNameABrokerThatIsThere() {
        RawAnswer ours = OURS.ask(304, Map.of());
        RawAnswer theirs = THEIRS.ask(304, Map.of());
        assertThat(ours.code()).isZero().isEqualTo(theirs.code());
        assertThat(Set.copyOf(ours.json().getJSONArray("topicList")))
                .isEqualTo(Set.copyOf(theirs.json().getJSONArray("topicList")));
        String members = OURS.ask(Requests.CLUSTER_INFO, Map.of()).body();
        assertThat(members).contains('"' + ours.json().getString("brokerAddr") + '"');
        assertThat(members).contains('"' + theirs.json().getString("brokerAddr") + '"');
    }

    @Test
    void topicsOfAClusterAndMembersOfAGroupAreTheOriginals() {
        Map<String, String> cluster = Map.of("cluster", "lab");
        assertSame("topics by cluster", OURS.ask(224, cluster), THEIRS.ask(224, cluster));
        Map<String, String> group = Map.of("clusterName", "lab", "brokerName", "broker-a");
        RawAnswer ours = OURS.ask(901, group);
        assertThat(ours.code()).isZero();
        assertThat(ours.canonicalBody()).isEqualTo(THEIRS.ask(901, group).canonicalBody());
    }

    /** But for the line in between, which names the cause. */
    @Test
    void aTopicThatNobodyHasIsRefusedInTheSameWords() {
        RawAnswer ours = OURS.route("Nobody");
        RawAnswer theirs = THEIRS.route("Nobody");
        assertThat(ours.code()).isEqualTo(Requests.TOPIC_NOT_EXIST).isEqualTo(theirs.code());
        assertThat(String.valueOf(ours.remark()).replaceFirst("\nLikeliest cause: [^\n]+\\.\n", "\n"))
                .isEqualTo(theirs.remark())
                .isNotEqualTo(ours.remark());
    }

    /** Only who names a revision can be answered "unchanged"; the original does not look at the field. */
    @Test
    void aPollThatNamesItsRevisionIsAnsweredShortHereAndInFullThere() {
        RawAnswer whole = OURS.route(TOPIC);
        Map<String, String> poll =
                Map.of("topic", TOPIC, "revision", whole.fields().get("revision"));

        RawAnswer ours = OURS.ask(Requests.ROUTE, poll);
        assertThat(ours.code()).isEqualTo(31_090);
        assertThat(ours.body()).isEmpty();
        assertThat(ours.fields()).isEqualTo(whole.fields());
        RawAnswer theirs = THEIRS.ask(Requests.ROUTE, poll);
        assertThat(theirs.code()).isZero();
        assertThat(theirs.canonicalBody()).isEqualTo(whole.canonicalBody());
    }

    private static void assertSame(String what, RawAnswer ours, RawAnswer theirs) {
        assertThat(ours.code()).as(what).isEqualTo(theirs.code());
        assertThat(ours.remark()).as(what).isEqualTo(theirs.remark());
        Map<String, String> fields = new TreeMap<>(ours.fields());
        // The one field that the original does not have: the revision of a route answer.
        String revision = fields.remove("revision");
        assertThat(revision == null || revision.matches("[0-9a-z]+-[0-9]+(-u)?"))
                .as(what + " " + revision)
                .isTrue();
        assertThat(fields).as(what).isEqualTo(theirs.fields());
        assertThat(ours.canonicalBody()).as(what).isEqualTo(theirs.canonicalBody());
    }
}
