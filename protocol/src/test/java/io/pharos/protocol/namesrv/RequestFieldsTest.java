package io.pharos.protocol.namesrv;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Codes, names and fields of each request, as the original's header classes have them. */
class RequestFieldsTest {
    private static final ByteBuffer BODY = ByteBuffer.wrap(new byte[] {1, 2, 3}).asReadOnlyBuffer();

    static Stream<Arguments> requests() {
        return Stream.concat(brokerRequests(), otherRequests());
    }

    private static Stream<Arguments> brokerRequests() {
        return Stream.of(
                of(
                        new RegisterBroker("b", "h:1", "c", "h:2", 1, 10_000L, true, false, 77, "z", BODY),
                        103,
                        "REGISTER_BROKER",
                        "{brokerName=b, brokerAddr=h:1, clusterName=c, brokerId=1, haServerAddr=h:2,"
                                + " heartbeatTimeoutMillis=10000, enableActingMaster=true, compressed=false,"
                                + " bodyCrc32=77, __ZONE_NAME=z}"),
                of(
                        new RegisterBroker("b", "h:1", "c", null, 0, null, null, true, 0, null, Command.NO_BODY),
                        103,
                        "REGISTER_BROKER",
                        "{brokerName=b, brokerAddr=h:1, clusterName=c, brokerId=0, compressed=true, bodyCrc32=0}"),
                of(
                        new UnregisterBroker("b", "h:1", "c", 2),
                        104,
                        "UNREGISTER_BROKER",
                        "{brokerName=b, brokerAddr=h:1, clusterName=c, brokerId=2}"),
                of(
                        new QueryDataVersion("b", "h:1", "c", 2, BODY),
                        322,
                        "QUERY_DATA_VERSION",
                        "{brokerName=b, brokerAddr=h:1, clusterName=c, brokerId=2}"),
                of(new WipeWritePermission("b"), 205, "WIPE_WRITE_PERM_OF_BROKER", "{brokerName=b}"),
                of(new AddWritePermission("b"), 327, "ADD_WRITE_PERM_OF_BROKER", "{brokerName=b}"),
                of(new GetBrokerMemberGroup("c", "b"), 901, "GET_BROKER_MEMBER_GROUP", "{clusterName=c, brokerName=b}"),
                of(
                        new BrokerHeartbeat("c", "h:1", "b"),
                        904,
                        "BROKER_HEARTBEAT",
                        "{clusterName=c, brokerAddr=h:1, brokerName=b}"),
                of(
                        new NotifyMinBrokerIdChange(1L, null, "h:1", "h:2", "h:3"),
                        905,
                        "NOTIFY_MIN_BROKER_ID_CHANGE",
                        "{minBrokerId=1, minBrokerAddr=h:1, offlineBrokerAddr=h:2, haBrokerAddr=h:3}"));
    }

    private static Stream<Arguments> otherRequests() {
        return Stream.of(
                of(new PutKvConfig("n", "k", "v"), 100, "PUT_KV_CONFIG", "{namespace=n, key=k, value=v}"),
                of(new GetKvConfig("n", "k"), 101, "GET_KV_CONFIG", "{namespace=n, key=k}"),
                of(new DeleteKvConfig("n", "k"), 102, "DELETE_KV_CONFIG", "{namespace=n, key=k}"),
                of(new GetKvListByNamespace("n"), 219, "GET_KVLIST_BY_NAMESPACE", "{namespace=n}"),
                of(
                        new GetRouteInfo("t", true, true, "z"),
                        105,
                        "GET_ROUTEINFO_BY_TOPIC",
                        "{topic=t, acceptStandardJsonOnly=true, __ZONE_MODE=true, __ZONE_NAME=z}"),
                of(
                        new GetRouteInfo("t", false, false, null, "r-1"),
                        105,
                        "GET_ROUTEINFO_BY_TOPIC",
                        "{topic=t, acceptStandardJsonOnly=false, __ZONE_MODE=false, revision=r-1}"),
                of(new GetBrokerClusterInfo(), 106, "GET_BROKER_CLUSTER_INFO", "{}"),
                of(new GetAllTopicList(), 206, "GET_ALL_TOPIC_LIST_FROM_NAMESERVER", "{}"),
                of(new DeleteTopic("t", "c"), 216, "DELETE_TOPIC_IN_NAMESRV", "{topic=t, clusterName=c}"),
                of(new DeleteTopic("t", null), 216, "DELETE_TOPIC_IN_NAMESRV", "{topic=t}"),
                of(new RegisterTopic("t", BODY), 217, "REGISTER_TOPIC_IN_NAMESRV", "{topic=t}"),
                of(new GetTopicsByCluster("c"), 224, "GET_TOPICS_BY_CLUSTER", "{cluster=c}"),
                of(new GetSystemTopicList(), 304, "GET_SYSTEM_TOPIC_LIST_FROM_NS", "{}"),
                of(new GetUnitTopicList(), 311, "GET_UNIT_TOPIC_LIST", "{}"),
                of(new GetHasUnitSubTopicList(), 312, "GET_HAS_UNIT_SUB_TOPIC_LIST", "{}"),
                of(new GetHasUnitSubUnunitTopicList(), 313, "GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST", "{}"),
                of(new UpdateNamesrvConfig(BODY), 318, "UPDATE_NAMESRV_CONFIG", "{}"),
                of(new GetNamesrvConfig(), 319, "GET_NAMESRV_CONFIG", "{}"));
    }

    private static Arguments of(Request request, int code, String name, String fields) {
        return Arguments.of(request, code, name, fields);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void codeNameAndFieldsAreThoseOfTheOriginal(Request request, int code, String name, String fields) {
        assertThat(request.spec().code()).isEqualTo(code);
        assertThat(request.spec().name()).isEqualTo(name);
        assertThat(request.toExt()).hasToString(fields);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void decodingUndoesEncoding(Request request) {
        Command frame = Command.request(request.spec().code(), 1, request.toExt(), request.toBody());
        Request decoded = request.spec().decode(frame);
        assertThat(decoded).isEqualTo(request);
    }

    @Test
    void aNameServerAnswersEachRequestButTheOneItSends() {
        assertThat(NameServerRequests.ALL)
                .extracting(RequestSpec::code)
                .containsExactly(
                        100, 101, 102, 103, 104, 105, 106, 205, 206, 216, 217, 219, 224, 304, 311, 312, 313, 318, 319,
                        322, 327, 901, 904);
    }
}
