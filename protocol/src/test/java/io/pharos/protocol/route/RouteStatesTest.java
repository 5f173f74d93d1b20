package io.pharos.protocol.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The bodies of route watch. */
class RouteStatesTest {
    private static final TopicRoute ROUTE = new TopicRoute(
            List.of(new BrokerData("c", "a", new TreeMap<>(Map.of(0L, "a:1")), null, false)),
            List.of(new QueueData("a", 4, 4, 6, 0)),
            Map.of(),
            null,
            null);

    @Test
    void statesAreWrittenAsDescribed() {
        byte[] body = RouteStates.encode(List.of(
                RouteStates.encodeOne(
                        "orders",
                        "r-1",
                        RouteStates.State.EXISTS,
                        ByteBuffer.wrap(RouteCodec.encode(ROUTE, JsonDialect.UNQUOTED_KEYS))),
                RouteStates.encodeOne("b\"ills", "r-2", RouteStates.State.ABSENT, Command.NO_BODY),
                RouteStates.encodeOne("same", "r-3", RouteStates.State.UNCHANGED, Command.NO_BODY)));

        assertThat(text(body))
                .isEqualTo("{\"routes\":[{\"topic\":\"orders\",\"revision\":\"r-1\",\"state\":\"exists\",\"route\":"
                        + "{\"brokerDatas\":[{\"brokerAddrs\":{0:\"a:1\"},\"brokerName\":\"a\",\"cluster\":\"c\","
                        + "\"enableActingMaster\":false}],\"filterServerTable\":{},\"queueDatas\":[{\"brokerName\":\"a\","
                        + "\"perm\":6,\"readQueueNums\":4,\"topicSysFlag\":0,\"writeQueueNums\":4}]}},"
                        + "{\"topic\":\"b\\\"ills\",\"revision\":\"r-2\",\"state\":\"absent\"},"
                        + "{\"topic\":\"same\",\"revision\":\"r-3\",\"state\":\"unchanged\"}]}");
        assertThat(RouteStates.decode(ByteBuffer.wrap(body)))
                .containsExactly(
                        new RouteStates.One("orders", "r-1", RouteStates.State.EXISTS, ROUTE),
                        new RouteStates.One("b\"ills", "r-2", RouteStates.State.ABSENT, null),
                        new RouteStates.One("same", "r-3", RouteStates.State.UNCHANGED, null));
    }

    @Test
    void unknownMembersAreSkippedAndAnEmptyListIsOne() {
        assertThat(RouteStates.decode(body("{\"more\":[1],\"routes\":[]}"))).isEmpty();
        assertThat(RouteStates.decode(
                        body("{\"routes\":[{\"new\":{},\"topic\":\"t\",\"revision\":\"r\",\"state\":\"Absent\"}]}")))
                .containsExactly(new RouteStates.One("t", "r", RouteStates.State.ABSENT, null));
    }

    @Test
    void whatIsNoStateIsRefused() {
        for (String one : List.of(
                "{}",
                "{\"topic\":\"t\",\"revision\":\"r\"}",
                "{\"topic\":\"t\",\"revision\":\"r\",\"state\":\"gone\"}",
                "{\"topic\":\"t\",\"revision\":\"r\",\"state\":\"exists\"}",
                "{\"topic\":\"t\",\"revision\":\"r\",\"state\":\"absent\",\"route\":{}}",
                "7")) {
            assertThatThrownBy(() -> RouteStates.decode(body("{\"routes\":[" + one + "]}")))
                    .as(one)
                    .isInstanceOf(RequestFailed.class)
                    .hasMessageContaining("refused: ");
        }
    }

    @Test
    void watchListsAreReadAsWritten() {
        Map<String, Optional<String>> topics = new LinkedHashMap<>();
        topics.put("orders", Optional.of("r-1"));
        topics.put("bills", Optional.empty());
        WatchList list = new WatchList(topics);

        assertThat(text(list.encode())).isEqualTo("{\"topics\":{\"orders\":\"r-1\",\"bills\":null}}");
        assertThat(decode(text(list.encode()), 2)).isEqualTo(list);
        assertThat(decode("{\"x\":1,\"topics\":{\"a\":null,\"a\":\"r\"}}", 1).topics())
                .isEqualTo(Map.of("a", Optional.of("r")));
        assertThat(decode("{}", 1).topics()).isEmpty();
    }

    @Test
    void aListThatIsTooLongIsRefusedBeforeItsEnd() {
        assertThatThrownBy(() -> decode("{\"topics\":{\"a\":null,\"b\":null,\"c\":nonsense", 1))
                .hasMessage("too many");
    }

    private static WatchList decode(String text, int max) {
        return WatchList.decode(body(text), max, () -> new RequestFailed(ResponseCode.SYSTEM_ERROR, "too many"));
    }

    private static ByteBuffer body(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
