package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.HandlerFixture.assertPlainSuccess;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.DataVersionCodec;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerHandlersTest {
    private static final String UNKNOWN = "broker[nobody] is not registered; see 'clusterList' for the names";

    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
        server.register(master("a", "orders", "bills"));
    }

    @Test
    @Tag("904")
    void aHeartbeatKeepsABrokerAlive() {
        for (int i = 0; i < 4; i++) {
            server.scheduler.advance(Duration.ofSeconds(100));
            assertPlainSuccess(server.ask(new BrokerHeartbeat("c1", "a:10911", "a")));
        }
        assertThat(server.routes.brokerCount()).isEqualTo(1);
        server.scheduler.advance(Duration.ofSeconds(121));
        assertThat(server.routes.brokerCount()).isZero();
        assertThat(server.peer.isOpen()).isFalse();
    }

    @Test
    @Tag("904")
    void aHeartbeatOfAnUnknownBrokerSucceedsAndRegistersNothing() {
        assertPlainSuccess(server.ask(new BrokerHeartbeat("c1", "nobody:1", "nobody")));

        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    @Tag("904")
    void aHeartbeatNeedsAllOfItsIdentity() {
        server.assertMandatory(new BrokerHeartbeat("c1", "a:10911", "a"), "clusterName", "brokerAddr", "brokerName");
    }

    @Test
    @Tag("322")
    void theRegisteredVersionIsUnchangedAndComesBack() {
        Reply answer = server.ask(dataVersion("a", "a:10911", DataVersionCodec.encode(Brokers.VERSION)));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext()).isEqualTo(ExtFields.of("changed", "false"));
        assertThat(DataVersionCodec.decode(answer.body())).isEqualTo(Brokers.VERSION);
    }

    @Test
    @Tag("322")
    void anotherVersionOrNoneIsChanged() {
        byte[] later = DataVersionCodec.encode(new DataVersion(0, 1, 6));
        for (byte[] body : List.of(later, new byte[0])) {
            Reply answer = server.ask(dataVersion("a", "a:10911", body));

            assertThat(answer.ext()).isEqualTo(ExtFields.of("changed", "true"));
            assertThat(DataVersionCodec.decode(answer.body())).isEqualTo(Brokers.VERSION);
        }
    }

    @Test
    @Tag("322")
    void anUnknownBrokerMustRegister() {
        Reply answer = server.ask(dataVersion("nobody", "nobody:1", DataVersionCodec.encode(Brokers.VERSION)));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext()).isEqualTo(ExtFields.of("changed", "true"));
        assertThat(answer.body().hasRemaining()).isFalse();
    }

    @Test
    @Tag("322")
    void askingForTheVersionIsASignOfLife() {
        server.scheduler.advance(Duration.ofSeconds(100));
        server.ask(dataVersion("a", "a:10911", new byte[0]));
        server.scheduler.advance(Duration.ofSeconds(100));

        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    @Tag("322")
    void aVersionThatIsNoJsonIsRefusedByName() {
        for (String garbage : new String[] {"{\"counter\":", "[]", "\0\0", "{\"counter\":\"many\"}"}) {
            assertRefused(
                    server.ask(dataVersion("a", "a:10911", garbage.getBytes(StandardCharsets.UTF_8))),
                    1,
                    "data version refused: ");
        }
    }

    @Test
    @Tag("322")
    void aVersionNeedsTheIdentityButNotTheId() {
        Request request = dataVersion("a", "a:10911", new byte[0]);
        server.assertMandatory(request, "brokerName", "brokerAddr", "clusterName");
        assertThat(server.ask(322, HandlerFixture.without(request.toExt(), "brokerId"))
                        .code())
                .isZero();
        assertRefused(
                server.ask(322, HandlerFixture.with(request.toExt(), "brokerId", "first")),
                1,
                "QUERY_DATA_VERSION: header field brokerId is [first]; it must be a whole number");
    }

    @Test
    @Tag("104")
    void aFarewellIsAppliedBeforeItIsAnswered() {
        assertPlainSuccess(server.ask(new UnregisterBroker("a", "a:10911", "c1", 0)));

        assertThat(server.routes.topics()).isEmpty();
        assertThat(server.routes.brokerCount()).isZero();
    }

    @Test
    @Tag("104")
    void aFarewellOverAnOlderConnectionIsAnsweredAndLeavesTheFreshRegistration() {
        FakeConnection newer = new FakeConnection(2);
        server.ask(newer, Command.VERSION, master("a", "orders"));

        assertPlainSuccess(server.ask(new UnregisterBroker("a", "a:10911", "c1", 0)));
        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    @Tag("104")
    void theFarewellOfAnUnknownBrokerSucceeds() {
        assertPlainSuccess(server.ask(new UnregisterBroker("nobody", "nobody:1", "c1", 0)));
        assertPlainSuccess(server.ask(new UnregisterBroker("a", "a:10911", "c2", 0)));

        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    @Tag("104")
    void aFarewellNeedsTheIdentityAndAPossibleId() {
        UnregisterBroker request = new UnregisterBroker("a", "a:10911", "c1", 0);
        server.assertMandatory(request, "brokerName", "brokerAddr", "clusterName");
        assertRefused(
                server.ask(104, HandlerFixture.with(request.toExt(), "brokerId", "1e3")),
                1,
                "UNREGISTER_BROKER: header field brokerId is [1e3]; it must be a whole number");
        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    @Tag("216")
    void aDeletedTopicIsGoneWhenItIsAnswered() {
        assertPlainSuccess(server.ask(new DeleteTopic("orders", null)));

        assertThat(server.routes.topics()).containsExactly("bills");
    }

    @Test
    @Tag("216")
    void aTopicIsDeletedFromTheNamedClusterAlone() {
        assertPlainSuccess(server.ask(new DeleteTopic("orders", "c2")));
        assertPlainSuccess(server.ask(new DeleteTopic("unknown", null)));
        assertThat(server.routes.topics()).containsExactly("bills", "orders");

        assertPlainSuccess(server.ask(new DeleteTopic("orders", "c1")));
        assertThat(server.routes.topics()).containsExactly("bills");
    }

    @Test
    @Tag("216")
    void aDeletionNeedsItsTopic() {
        server.assertMandatory(new DeleteTopic("orders", "c1"), "topic");
    }

    @Test
    @Tag("217")
    void anAnnouncedTopicIsInTheRoutesWhenItIsAnswered() {
        assertPlainSuccess(server.ask(announce("fresh", new QueueData("a", 2, 3, 6, 0))));

        assertThat(route("fresh").queues()).containsExactly(new QueueData("a", 2, 3, 6, 0));
    }

    @Test
    @Tag("217")
    void anAnnouncementWithoutABodyOrQueuesSucceedsAndEntersNothing() {
        assertPlainSuccess(server.ask(new RegisterTopic("fresh", Command.NO_BODY)));
        assertPlainSuccess(server.ask(announce("fresh")));

        assertThat(server.routes.topics()).doesNotContain("fresh");
    }

    @Test
    @Tag("217")
    void oneUnknownBrokerRefusesTheWholeAnnouncementByName() {
        assertRefused(
                server.ask(announce("fresh", new QueueData("a", 4, 4, 6, 0), new QueueData("nobody", 4, 4, 6, 0))),
                1,
                "registering topic[fresh] refused: " + UNKNOWN);
        assertThat(server.routes.topics()).doesNotContain("fresh");
    }

    @Test
    @Tag("217")
    void anImpossibleTopicNameIsRefused() {
        for (String topic : new String[] {"a/b", "a\nb", "t".repeat(256)}) {
            assertRefused(
                    server.ask(announce(topic, new QueueData("a", 4, 4, 6, 0))),
                    1,
                    "REGISTER_TOPIC_IN_NAMESRV refused: topic [");
        }
        server.assertMandatory(announce("fresh"), "topic");
    }

    @Test
    @Tag("217")
    void impossibleQueueCountsAreRefusedByNameAsInARegistration() {
        QueueData[] impossible = {
            new QueueData("a", -1, 4, 6, 0),
            new QueueData("a", 4, Integer.MAX_VALUE, 6, 0),
            new QueueData("a", 4, -4, 6, 0)
        };
        for (QueueData queue : impossible) {
            assertRefused(
                    server.ask(announce("fresh", new QueueData("a", 4, 4, 6, 0), queue)),
                    1,
                    "REGISTER_TOPIC_IN_NAMESRV refused: topic[fresh] has " + queue.readQueues() + " read and "
                            + queue.writeQueues() + " write queues; each must be from 0 to 1048576");
        }
        assertThat(server.routes.topics()).doesNotContain("fresh");
    }

    @Test
    @Tag("217")
    void aRouteThatIsNoJsonIsRefusedByName() {
        for (String garbage : new String[] {"{\"queueDatas\":[", "7", "{\"queueDatas\":[{\"perm\":6}]}"}) {
            assertRefused(
                    server.ask(new RegisterTopic("fresh", ByteBuffer.wrap(garbage.getBytes(StandardCharsets.UTF_8)))),
                    1,
                    "topic route refused: ");
        }
    }

    private TopicRoute route(String topic) {
        return RouteCodec.decode(
                server.ask(new GetRouteInfo(topic, true, false, null)).body());
    }

    private static QueryDataVersion dataVersion(String name, String address, byte[] body) {
        return new QueryDataVersion(name, address, "c1", 0, ByteBuffer.wrap(body));
    }

    private static RegisterTopic announce(String topic, QueueData... queues) {
        TopicRoute route = new TopicRoute(List.of(), List.of(queues), Map.of(), null, null);
        return new RegisterTopic(topic, ByteBuffer.wrap(RouteCodec.encode(route, JsonDialect.STANDARD)));
    }
}
