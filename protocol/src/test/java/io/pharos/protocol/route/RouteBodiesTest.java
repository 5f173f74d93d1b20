package io.pharos.protocol.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RouteBodiesTest {
    private static final BrokerData BROKER = new BrokerData(
            "c", "broker-a", new TreeMap<>(Map.of(0L, "10.0.0.1:10911", 1L, "10.0.0.2:10911")), null, false);
    private static final TopicRoute ROUTE =
            new TopicRoute(List.of(BROKER), List.of(new QueueData("broker-a", 8, 4, 6, 0)), Map.of(), null, null);
    private static final String ROUTE_TEXT = "{\"brokerDatas\":[{\"brokerAddrs\":{0:\"10.0.0.1:10911\","
            + "1:\"10.0.0.2:10911\"},\"brokerName\":\"broker-a\",\"cluster\":\"c\",\"enableActingMaster\":false}],"
            + "\"filterServerTable\":{},\"queueDatas\":[{\"brokerName\":\"broker-a\",\"perm\":6,\"readQueueNums\":8,"
            + "\"topicSysFlag\":0,\"writeQueueNums\":4}]}";

    @Test
    void aRouteHasBareKeysByDefaultAndQuotedOnesOnRequest() {
        assertThat(RouteCodec.encode(ROUTE, JsonDialect.UNQUOTED_KEYS))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(ROUTE_TEXT);
        assertThat(RouteCodec.encode(ROUTE, JsonDialect.STANDARD))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(ROUTE_TEXT.replace("{0:", "{\"0\":").replace(",1:", ",\"1\":"));
    }

    @Test
    void everyMemberOfARouteIsReadBackInBothDialects() {
        TopicRoute full = new TopicRoute(
                List.of(new BrokerData("c", "b", new TreeMap<>(Map.of(0L, "h:1")), "z", true)),
                List.of(new QueueData("b", 1, 2, 4, 3)),
                Map.of("h:1", List.of("f:1")),
                "b:4",
                Map.of("b", new QueueMapping("t", "s", 2, "b", 7, true, new TreeMap<>(Map.of(1, 5)))));
        for (JsonDialect dialect : JsonDialect.values()) {
            assertThat(RouteCodec.decode(ByteBuffer.wrap(RouteCodec.encode(full, dialect))))
                    .isEqualTo(full);
        }
    }

    @Test
    void clusterMembersTopicsAndKeysAreReadBack() {
        ClusterInfo cluster = new ClusterInfo(
                new TreeMap<>(Map.of("broker-a", BROKER)),
                new TreeMap<>(Map.of("c", new TreeSet<>(List.of("broker-a")))));
        BrokerMemberGroup group = new BrokerMemberGroup("c", "broker-a", BROKER.addresses());
        for (JsonDialect dialect : JsonDialect.values()) {
            assertThat(ClusterInfo.decode(ByteBuffer.wrap(cluster.encode(dialect))))
                    .isEqualTo(cluster);
            assertThat(BrokerMemberGroup.decode(ByteBuffer.wrap(group.encode(dialect))))
                    .isEqualTo(group);
        }
        TopicList topics = new TopicList(List.of("b", "a"), "h:1");
        assertThat(TopicList.decode(ByteBuffer.wrap(topics.encode()))).isEqualTo(topics);
        KvTable table = new KvTable(new TreeMap<>(Map.of("k", "v\"\u00e9")));
        assertThat(KvTable.decode(ByteBuffer.wrap(table.encode()))).isEqualTo(table);
        DataVersion version = new DataVersion(1, 2, 3);
        assertThat(DataVersionCodec.encode(version))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"counter\":3,\"stateVersion\":1,\"timestamp\":2}");
        assertThat(DataVersionCodec.decode(ByteBuffer.wrap(DataVersionCodec.encode(version))))
                .isEqualTo(version);
    }
}
