package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.route.QueueData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the remark of "topic does not exist" says of the cause. */
class AbsencesTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = broker("c1", "a", 0, "a:10911", null);
    private final RegistrationHeader b = master("b");

    @Test
    void aNameServerThatNobodyHasRegisteredAtSaysHowOldItIs() {
        server.clock.advance(Duration.ofSeconds(12));
        assertThat(cause("orders"))
                .isEqualTo("no broker has registered at this name server, which started 12 s ago; by default"
                        + " brokers register every 30 s");

        server.clock.advance(Duration.ofHours(3));
        assertThat(cause("orders"))
                .isEqualTo("no broker is registered at this name server, which started 3 h ago; see namesrvAddr and"
                        + " the logs of the brokers");
    }

    @Test
    void aYoungNameServerMayNotHaveHeardOfAllBrokers() {
        server.clock.advance(Duration.ofSeconds(12));
        server.register(a, topics(1, "bills"), 1);
        assertThat(cause("orders"))
                .isEqualTo("this name server started 12 s ago and not all brokers may have registered, so far 1; by"
                        + " default they do so every 30 s");
    }

    @Test
    void aTopicThatNobodyEverHadWasNotCreatedHere() {
        settled("bills");
        assertThat(cause("orders"))
                .isEqualTo("none of the registered brokers (1) has it: it was not created, or at brokers that register"
                        + " elsewhere");
    }

    @Test
    void whereBrokersCreateTopicsByThemselvesThatIsSaid() {
        settled("TBW102");
        assertThat(cause("orders")).endsWith("elsewhere; brokers here create topics with their first message");
    }

    @Test
    void theTemplateOfAutomaticCreationIsExplained() {
        settled("bills");
        assertThat(cause("TBW102"))
                .isEqualTo("it stands for topics that brokers create by themselves, and none of the registered ones"
                        + " (1) does (autoCreateTopicEnable); create topics before they are used");
    }

    @Test
    void aTopicThatAnOperatorDeletedSaysSo() {
        settled("orders", "bills");
        get(server.routes.deleteTopic("orders", null));
        server.clock.advance(Duration.ofSeconds(5));
        assertThat(cause("orders")).isEqualTo("it left broker[a] 5 s ago: an operator deleted it at the name server");
    }

    @Test
    void aTopicThatTheBrokerStoppedAnnouncingSaysSo() {
        server.register(a, whole(a, 1, "orders"), 1);
        server.register(a, whole(a, 2), 1);
        server.register(a, whole(a, 3), 1);
        server.clock.advance(LONG);
        assertThat(cause("orders")).isEqualTo("it left broker[a] 3 min ago: the broker stopped announcing it");
    }

    @Test
    void aTopicThatLeftWithItsLastBrokerSaysHow() {
        settled("orders");
        server.register(b, topics(1, "orders"), 2);
        server.close(1);
        assertThat(server.routes.has("orders", "")).isTrue();
        server.clock.advance(Duration.ofSeconds(1));
        server.unregister(b, 2);
        assertThat(cause("orders")).isEqualTo("it left broker[b] 0 s ago: the broker said farewell");

        server.register(a, topics(1, "orders"), 3);
        server.close(3);
        assertThat(cause("orders")).isEqualTo("it left broker[a] 0 s ago: the broker's connection closed");

        server.scan();
        server.register(a, topics(1, "orders"), 4);
        server.pass(LONG);
        assertThat(cause("orders")).isEqualTo("it left broker[a] 60 s ago: the broker fell silent");

        server.register(a, topics(1, "orders"), 5);
        server.register(broker("c1", "other", 0, "a:10911", null), topics(1), 6);
        assertThat(cause("orders")).isEqualTo("it left broker[a] 0 s ago: the broker came back under another name");
    }

    @Test
    void aRestoredBrokerThatStaysAwayIsTheCause() {
        Member member = new Member(0, "a:10911", "", List.of(), null, false, true);
        RestoredGroup group = new RestoredGroup(
                "c1", "a", null, false, List.of(member), Map.of("orders", new QueueData("a", 4, 4, 6, 0)), Map.of());
        get(server.routes.restore(List.of(group), Duration.ofSeconds(30)));
        server.pass(Duration.ofSeconds(31));
        assertThat(cause("orders"))
                .isEqualTo("it left broker[a] 1 s ago: the broker did not come back after the name server's restart");

        RoutesFixture moved = new RoutesFixture();
        get(moved.routes.restore(List.of(group), Duration.ofSeconds(30)));
        moved.register(broker("c2", "a", 0, "x:10911", null), topics(1), 1);
        assertThat(cause(moved, "orders")).endsWith(": the broker came back in another cluster");
    }

    @Test
    void aTopicThatCameBackAndLeftAgainNamesTheLastLeave() {
        settled("orders", "bills");
        get(server.routes.deleteTopic("orders", null));
        server.register(a, topics(2, "orders", "bills"), 1);
        server.close(1);
        assertThat(cause("orders")).endsWith("the broker's connection closed");
    }

    @Test
    void aBrokerWhoseTopicsAreTooManyToRememberIsNamedForAWhile() {
        String[] many = new String[Departures.MOST + 500];
        for (int i = 0; i < many.length; i++) {
            many[i] = "t" + i;
        }
        settled(many);
        server.register(b, topics(1, "bills"), 2);
        get(server.routes.deleteTopic("t0", null));
        server.close(1);
        assertThat(cause("t0")).as("a lost broker does not make it forgotten").contains("an operator deleted it");
        String named = "none of the registered brokers (1) has it; it may have been among the " + (many.length - 1)
                + " topics of broker[a], which left 0 s ago: the broker's connection closed";
        long unremembered = List.of(many).stream()
                .filter(topic -> cause(topic).equals(named))
                .count();
        assertThat(unremembered).isEqualTo(many.length - 1L - Departures.MOST);

        server.register(b, topics(1, "bills"), 2);
        server.clock.advance(Duration.ofMinutes(11));
        assertThat(cause("never")).endsWith("it was not created, or at brokers that register elsewhere");
    }

    @Test
    void aNameThatDiffersLittleFromATopicsIsFound() {
        settled("orderTopic", "BILLS", "plain");
        String found = "there is a topic[%s], whose name differs in namespace, case or blanks";
        assertThat(cause("OrderTopic")).isEqualTo(String.format(found, "orderTopic"));
        assertThat(cause(" orderTopic ")).isEqualTo(String.format(found, "orderTopic"));
        assertThat(cause("bills")).isEqualTo(String.format(found, "BILLS"));
        assertThat(cause("Plain")).isEqualTo(String.format(found, "plain"));
        assertThat(cause("PLAIN")).isEqualTo(String.format(found, "plain"));
        assertThat(cause("MQ_INST_1%orderTopic")).isEqualTo(String.format(found, "orderTopic"));
        assertThat(cause("MQ_INST_1%")).startsWith("none of the registered brokers (1)");
    }

    @Test
    void topicsOfConsumerGroupsAreCreatedByUse() {
        settled("bills");
        assertThat(cause("%RETRY%g1"))
                .isEqualTo("brokers create it when a consumer of group[g1] first connects, and none has");
        assertThat(cause("%DLQ%g1"))
                .isEqualTo("brokers create it for the first message that consumers of group[g1] fail to consume, and"
                        + " there was none");
    }

    @Test
    void aNameThatNoTopicCanHaveIsCalledThat() {
        settled("bills");
        String impossible = "no topic can have that name: it is blank, too long, or has control characters or slashes";
        for (String name : List.of(" ", "a/b", "a\nb", "t".repeat(100_000))) {
            assertThat(cause(name)).isEqualTo(impossible);
        }
    }

    @Test
    void theCauseStaysOneBoundedLineWhateverTheName() {
        settled("bills");
        for (String name : List.of("%RETRY%" + "g".repeat(240), "%DLQ%" + "g".repeat(240), "x%" + "t".repeat(240))) {
            assertThat(cause(name)).hasSizeLessThan(300).doesNotContain("\n");
        }
    }

    @Test
    void aSlaveThatLeavesTakesNoTopicAlong() {
        server.register(master("a"), topics(1, "orders"), 1);
        server.register(slave("a", 1), topics(1, "orders"), 2);
        server.close(2);
        assertThat(server.routes.has("orders", "a")).isTrue();
        server.unregister(master("a"), 1);
        assertThat(cause("orders")).endsWith("the broker said farewell");
    }

    /** A broker with these topics, at a name server that everybody has had time to register at. */
    private void settled(String... names) {
        server.register(a, topics(1, names), 1);
        server.clock.advance(Duration.ofMinutes(1));
    }

    private String cause(String topic) {
        return cause(server, topic);
    }

    private static String cause(RoutesFixture asked, String topic) {
        Reply reply = asked.routes.route(new RouteQuery(topic, true, null));
        assertThat(reply.code()).as(topic).isEqualTo(17);
        return between(reply.remark(), "\nLikeliest cause: ", ".\nSee https://");
    }

    private static String between(@Nullable String text, String before, String after) {
        assertThat(text).isNotNull().contains(before, after);
        String tail = String.valueOf(text).split(before, 2)[1];
        return tail.substring(0, tail.lastIndexOf(after));
    }
}
