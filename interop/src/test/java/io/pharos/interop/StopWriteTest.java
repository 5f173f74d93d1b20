package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.MqAdmin;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawAnswer;
import io.pharos.interop.peer.RawConnection;
import io.pharos.interop.peer.Release;
import io.pharos.interop.peer.StockBroker;
import io.pharos.interop.peer.StockProducer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A stop-write of the original's {@code mqadmin} holds, whatever becomes of the stock broker and the name server. */
class StopWriteTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final int GET_MAX_OFFSET = 30;
    private static final int LIST_FENCES = 31_003;
    private static final int GET_DIVERGENCE = 31_005;
    private static final int QUEUES = 4;
    private static final int MESSAGES = 60;

    private static final Lab LAB = new Lab(StopWriteTest.class);

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void itHoldsThroughTopicChangesAndRestartsUntilItIsLiftedAndGivesBackWhatWasRegistered() {
        NameServer stock = LAB.nameServer(NameServer.Kind.STOCK);
        NameServer server = LAB.subject(Map.of());
        StockBroker drained = LAB.broker(StockBroker.Spec.master("drained", server.address()));
        StockBroker other =
                LAB.broker(StockBroker.Spec.master("other", server.address()).as(Release.V4_9_7));
        MqAdmin admin = LAB.mqAdmin();
        for (StockBroker broker : new StockBroker[] {drained, other}) {
            await(broker.name()).atMost(REGISTERED).until(() -> permission(server, broker, broker.name()) == 7);
            assertThat(create(admin, server, broker, "Orders", QUEUES)).isEqualTo(6);
        }

        assertThat(admin.run(server.address(), "wipeWritePerm", "-b", "drained").out())
                .contains("OK, ");
        assertThat(permission(server, drained, "Orders")).isEqualTo(4);
        assertThat(permission(server, other, "Orders")).isEqualTo(6);

        assertThat(create(admin, server, drained, "Orders", 2 * QUEUES)).isEqualTo(4);
        assertThat(create(admin, server, drained, "Later", QUEUES)).isEqualTo(4);
        await("the changed topic")
                .atMost(REGISTERED)
                .until(() -> server.route("Orders").body().contains("Nums\":8"));
        assertThat(permission(server, drained, "Orders")).isEqualTo(4);

        drained.child().kill();
        server.child().kill();
        server.restart();
        drained.restart();
        StockProducer producer = LAB.producer(server.address(), "writers");
        NameServer fresh = LAB.subject(Map.of("peers", server.address() + ";" + stock.address()));
        await("a topic that is created after the restarts")
                .atMost(REGISTERED)
                .ignoreExceptions()
                .until(() -> create(admin, server, drained, "Last", QUEUES) >= 0);
        assertThat(permission(server, drained, "Last")).isEqualTo(4);
        await("all topics of both")
                .atMost(REGISTERED)
                .until(() -> permission(server, drained, "Orders") >= 0 && permission(server, other, "Orders") == 6);
        assertThat(permission(server, drained, "Orders")).isEqualTo(4);
        assertThat(permission(server, drained, "drained")).isEqualTo(5);

        assertThat(producer.send("Orders", 0, MESSAGES)).isEqualTo(new StockProducer.Sent(MESSAGES, ""));
        assertThat(stored(drained, 2 * QUEUES)).isZero();
        assertThat(stored(other, QUEUES)).isEqualTo(MESSAGES);

        assertThat(fresh.ask(LIST_FENCES, Map.of()).body())
                .as("what a new name server has learned")
                .contains("\"brokerName\":\"drained\"");
        await("two looks at its fellow")
                .atMost(REGISTERED)
                .untilAsserted(
                        () -> assertThat(fresh.ask(GET_DIVERGENCE, Map.of()).body())
                                .contains("\"state\":\"answering\"", "\"state\":\"unsupported\"", drained.address()));

        assertThat(admin.run(server.address(), "addWritePerm", "-b", "drained").out())
                .contains("OK, ");
        assertThat(permission(server, drained, "Orders")).isEqualTo(6);
        assertThat(permission(server, drained, "drained")).isEqualTo(7);
    }

    private static int create(MqAdmin admin, NameServer server, StockBroker broker, String topic, int queues) {
        String count = Integer.toString(queues);
        admin.mustSucceed(
                server.address(), "updateTopic", "-b", broker.address(), "-t", topic, "-r", count, "-w", count);
        await(topic + " on " + broker.name()).atMost(REGISTERED).until(() -> permission(server, broker, topic) > 0);
        return permission(server, broker, topic);
    }

    /** What a route shows of a topic on a broker; -1 when it is not in it. */
    private static int permission(NameServer server, StockBroker broker, String topic) {
        RawAnswer route = server.route(topic);
        JSONArray queues = route.code() == 0 ? route.json().getJSONArray("queueDatas") : new JSONArray();
        for (int i = 0; i < queues.size(); i++) {
            JSONObject queue = queues.getJSONObject(i);
            if (queue.getString("brokerName").equals(broker.name())) {
                return queue.getIntValue("perm");
            }
        }
        return -1;
    }

    private static int stored(StockBroker broker, int queues) {
        return IntStream.range(0, queues)
                .map(queue -> Integer.parseInt(RawConnection.ask(
                                broker.port(),
                                GET_MAX_OFFSET,
                                Map.of("topic", "Orders", "queueId", Integer.toString(queue)))
                        .fields()
                        .getOrDefault("offset", "-1")))
                .sum();
    }
}
