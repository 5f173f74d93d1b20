package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.broker;
import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.Brokers.registration;
import static io.pharos.nameserver.handler.Brokers.slave;
import static io.pharos.nameserver.handler.Brokers.topic;
import static io.pharos.nameserver.handler.Brokers.topics;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static io.pharos.nameserver.handler.HandlerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.nameserver.access.Who;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.GetAllTopicList;
import io.pharos.protocol.namesrv.GetBrokerClusterInfo;
import io.pharos.protocol.namesrv.GetBrokerMemberGroup;
import io.pharos.protocol.namesrv.GetHasUnitSubTopicList;
import io.pharos.protocol.namesrv.GetHasUnitSubUnunitTopicList;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.GetSystemTopicList;
import io.pharos.protocol.namesrv.GetTopicsByCluster;
import io.pharos.protocol.namesrv.GetUnitTopicList;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryHandlersTest {
    private static final int LAST_LENIENT_VERSION = 400;
    private static final int FIRST_STANDARD_VERSION = 401;

    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
    }

    @Test
    @Tag("105")
    void aRouteNamesTheBrokersOfItsTopicAndTheirQueues() {
        server.register(master("a", "orders", "bills"));
        server.register(slave("a", 1));

        Reply answer = server.ask(route("orders"));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext().size()).isEqualTo(1);
        assertThat(answer.ext().get("revision")).startsWith("run-");
        assertThat(RouteCodec.decode(answer.body()))
                .isEqualTo(new TopicRoute(
                        List.of(new BrokerData(
                                "c1", "a", new TreeMap<>(Map.of(0L, "a:10911", 1L, "a-1:10911")), null, false)),
                        List.of(new QueueData("a", 4, 4, 6, 0)),
                        Map.of(),
                        null,
                        null));
    }

    @Test
    @Tag("105")
    void theDialectFollowsTheAskersVersionAndWish() {
        server.register(master("a", "orders"));

        assertThat(text(ask(LAST_LENIENT_VERSION, route("orders")))).contains("{0:\"a:10911\"}");
        assertThat(text(ask(FIRST_STANDARD_VERSION, route("orders")))).contains("{\"0\":\"a:10911\"}");
        assertThat(text(ask(LAST_LENIENT_VERSION, new GetRouteInfo("orders", true, false, null))))
                .contains("{\"0\":\"a:10911\"}");
        assertThat(text(ask(0, route("orders")))).contains("{0:\"a:10911\"}");
    }

    @Test
    @Tag("105")
    void aZoneIsServedFromItsOwnBrokersOrElseFromAll() {
        server.register(broker("c1", "near", 0, "n:1", "z1", registration(topics("orders"))));
        server.register(broker("c1", "far", 0, "f:1", "z2", registration(topics("orders"))));

        assertThat(text(server.ask(new GetRouteInfo("orders", true, true, "z1"))))
                .contains("n:1")
                .doesNotContain("f:1");
        for (GetRouteInfo whole : List.of(
                new GetRouteInfo("orders", true, true, "nowhere"),
                new GetRouteInfo("orders", true, true, null),
                new GetRouteInfo("orders", true, true, " "),
                new GetRouteInfo("orders", true, false, "z1"))) {
            assertThat(text(server.ask(whole))).contains("n:1", "f:1");
        }
    }

    @Test
    @Tag("105")
    void aZoneNameOfAbsurdLengthIsRefused() {
        server.register(master("a", "orders"));

        assertRefused(
                server.ask(new GetRouteInfo("orders", true, true, "z".repeat(256))),
                1,
                "header field __ZONE_NAME is [zzz");
        assertThat(server.ask(new GetRouteInfo("orders", true, true, "z".repeat(255)))
                        .code())
                .isZero();
        assertThat(server.ask(new GetRouteInfo("orders", true, false, "z".repeat(256)))
                        .code())
                .isZero();
    }

    @Test
    @Tag("105")
    void aPollThatNamesTheCurrentRevisionIsAnsweredUnchanged() {
        server.register(master("a", "orders"));
        for (String topic : List.of("orders", "nobody")) {
            String held =
                    GetRouteInfo.Answer.from(server.ask(route(topic)).ext()).revision();

            Reply answer = server.ask(new GetRouteInfo(topic, false, false, null, held));

            assertThat(answer.code()).isEqualTo(31_090);
            assertThat(answer.ext().get("revision")).isEqualTo(held);
            assertThat(answer.body().hasRemaining()).isFalse();
        }
        String held =
                GetRouteInfo.Answer.from(server.ask(route("orders")).ext()).revision();
        server.register(slave("a", 1));
        assertThat(server.ask(new GetRouteInfo("orders", false, false, null, held))
                        .code())
                .isZero();
        assertThat(server.ask(new GetRouteInfo("orders", false, false, null, "?"))
                        .code())
                .isZero();
    }

    @Test
    @Tag("105")
    void anUnknownTopicIsNotFoundInTheOriginalsWordsAroundItsCause() {
        assertThat(String.valueOf(server.ask(route("nobody")).remark()).split("\n"))
                .hasSize(3)
                .startsWith("No topic route info in name server for the topic: nobody")
                .endsWith("See https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.");
        assertThat(server.ask(route("nobody")).code()).isEqualTo(17);
    }

    @Test
    @Tag("105")
    void anAbsurdTopicIsShownBoundedInItsRefusal() {
        Reply answer = server.ask(route("a\nb" + "t".repeat(1_000_000)));

        assertRefused(answer, 17, "No topic route info in name server for the topic: a?bttt");
        assertThat(String.valueOf(answer.remark())).hasSizeLessThan(400);
    }

    @Test
    @Tag("105")
    void aRouteQueryNeedsItsTopic() {
        server.assertMandatory(route("orders"), "topic");
        assertRefused(
                server.ask(105, ExtFields.of("topic", "")),
                1,
                "GET_ROUTEINFO_BY_TOPIC: header field topic is []; it is mandatory");
    }

    @Test
    @Tag("106")
    void theClusterListIsStandardJsonForEveryVersion() {
        server.register(master("a"));
        server.register(slave("a", 1));
        server.register(broker("c2", "b", 0, "b:1", "z1", registration(List.of())));

        for (int version : new int[] {0, LAST_LENIENT_VERSION, Command.VERSION}) {
            Reply answer = ask(version, new GetBrokerClusterInfo());

            assertThat(answer.code()).isZero();
            assertThat(text(answer))
                    .isEqualTo("{\"brokerAddrTable\":{"
                            + "\"a\":{\"brokerAddrs\":{\"0\":\"a:10911\",\"1\":\"a-1:10911\"},\"brokerName\":\"a\","
                            + "\"cluster\":\"c1\",\"enableActingMaster\":false},"
                            + "\"b\":{\"brokerAddrs\":{\"0\":\"b:1\"},\"brokerName\":\"b\","
                            + "\"cluster\":\"c2\",\"enableActingMaster\":false,\"zoneName\":\"z1\"}},"
                            + "\"clusterAddrTable\":{\"c1\":[\"a\"],\"c2\":[\"b\"]}}");
        }
    }

    @Test
    @Tag("106")
    void withoutBrokersTheClusterListIsEmptyTables() {
        assertThat(text(server.ask(new GetBrokerClusterInfo())))
                .isEqualTo("{\"brokerAddrTable\":{},\"clusterAddrTable\":{}}");
    }

    @Test
    @Tag("901")
    void theMembersOfAGroupAreStandardJsonWithoutARemark() {
        server.register(master("a"));
        server.register(slave("a", 1));

        Reply answer = server.ask(new GetBrokerMemberGroup("c1", "a"));

        assertThat(answer.code()).isZero();
        assertThat(answer.remark()).isNull();
        assertThat(text(answer))
                .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{\"0\":\"a:10911\",\"1\":\"a-1:10911\"},"
                        + "\"brokerName\":\"a\",\"cluster\":\"c1\"}}");
    }

    @Test
    @Tag("901")
    void anUnknownGroupHasNoMembersAndBothNamesAreNeeded() {
        assertThat(text(server.ask(new GetBrokerMemberGroup("c1", "nobody"))))
                .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{},\"brokerName\":\"nobody\",\"cluster\":\"c1\"}}");
        server.assertMandatory(new GetBrokerMemberGroup("c1", "a"), "clusterName", "brokerName");
    }

    @Test
    @Tag("206")
    void allTopicsAreListedSorted() {
        server.register(master("a", "orders", "bills"));

        assertThat(text(server.ask(new GetAllTopicList()))).isEqualTo("{\"topicList\":[\"bills\",\"orders\"]}");
    }

    @Test
    @Tag("224")
    void theTopicsOfAClusterAreListedAndAnUnknownOneHasNone() {
        server.register(master("a", "orders"));
        server.register(broker("c2", "b", 0, "b:1", null, registration(topics("bills"))));

        assertThat(text(server.ask(new GetTopicsByCluster("c2")))).isEqualTo("{\"topicList\":[\"bills\"]}");
        assertThat(text(server.ask(new GetTopicsByCluster("nowhere")))).isEqualTo("{\"topicList\":[]}");
        server.assertMandatory(new GetTopicsByCluster("c1"), "cluster");
    }

    @Test
    @Tag("304")
    void clustersAndBrokersAreSystemTopicsAndABrokerIsNamed() {
        assertThat(text(server.ask(new GetSystemTopicList()))).isEqualTo("{\"topicList\":[]}");
        server.register(master("b"));
        server.register(master("a"));

        assertThat(text(server.ask(new GetSystemTopicList())))
                .isEqualTo("{\"brokerAddr\":\"a:10911\",\"topicList\":[\"a\",\"b\",\"c1\"]}");
    }

    @Test
    @Tag("311")
    @Tag("312")
    @Tag("313")
    void unitTopicsAreListedByTheirFlags() {
        server.register(broker(
                "c1",
                "a",
                0,
                "a:1",
                null,
                registration(List.of(
                        topic("plain", 4, 6, 0),
                        topic("unit", 4, 6, 1),
                        topic("sub", 4, 6, 2),
                        topic("both", 4, 6, 3)))));

        assertThat(text(server.ask(new GetUnitTopicList()))).isEqualTo("{\"topicList\":[\"both\",\"unit\"]}");
        assertThat(text(server.ask(new GetHasUnitSubTopicList()))).isEqualTo("{\"topicList\":[\"both\",\"sub\"]}");
        assertThat(text(server.ask(new GetHasUnitSubUnunitTopicList()))).isEqualTo("{\"topicList\":[\"sub\"]}");
    }

    @Test
    @Tag("206")
    @Tag("224")
    @Tag("311")
    @Tag("312")
    @Tag("313")
    void listsThatAreTurnedOffAreRefusedInTheOriginalsWord() {
        server.config.update("enableAllTopicList=false\nenableTopicList=false", new Who("test", null));
        List<Request> off = List.of(
                new GetAllTopicList(),
                new GetTopicsByCluster("c1"),
                new GetUnitTopicList(),
                new GetHasUnitSubTopicList(),
                new GetHasUnitSubUnunitTopicList());
        for (Request request : off) {
            assertRefused(server.ask(request), 1, "disable");
        }
        assertThat(server.ask(new GetSystemTopicList()).code()).isZero();
    }

    @Test
    @Tag("106")
    @Tag("206")
    @Tag("224")
    @Tag("304")
    @Tag("311")
    void longListsAreAnsweredBusyWhenTooManyWaitAndRoutesAreNot() {
        server.register(master("a", "orders"));
        server.admin.full = true;
        List<Request> lists = List.of(
                new GetBrokerClusterInfo(),
                new GetAllTopicList(),
                new GetTopicsByCluster("c1"),
                new GetSystemTopicList(),
                new GetUnitTopicList());
        for (Request request : lists) {
            assertRefused(server.ask(request), 2, "[OVERLOAD]system busy");
        }
        assertThat(server.ask(route("orders")).code()).isZero();
    }

    private Reply ask(int version, Request request) {
        return server.ask(server.peer, version, request);
    }

    private static GetRouteInfo route(String topic) {
        return new GetRouteInfo(topic, false, false, null);
    }
}
