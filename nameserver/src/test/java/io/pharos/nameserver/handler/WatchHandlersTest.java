package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.broker;
import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.Brokers.registration;
import static io.pharos.nameserver.handler.Brokers.topics;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static io.pharos.nameserver.handler.HandlerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.UnwatchRoutes;
import io.pharos.protocol.extension.WatchRoutes;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.WatchList;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("31010")
@Tag("31011")
class WatchHandlersTest {
    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
    }

    @Test
    void theAnswerIsThatOfARouteQueryForEachTopic() {
        server.register(master("a", "orders"));
        Reply route = server.ask(new GetRouteInfo("orders", true, false, null));
        Reply none = server.ask(new GetRouteInfo("none", true, false, null));

        List<RouteStates.One> states = states(server.ask(WatchRoutes.of(list("orders", "none"))));

        assertThat(states)
                .containsExactly(
                        new RouteStates.One(
                                "orders",
                                String.valueOf(route.ext().get("revision")),
                                RouteStates.State.EXISTS,
                                RouteCodec.decode(route.body())),
                        new RouteStates.One(
                                "none", String.valueOf(none.ext().get("revision")), RouteStates.State.ABSENT, null));
        assertThat(server.watch.subscriptions()).isEqualTo(2);
    }

    @Test
    void dialectAndZoneAreThoseOfTheRequest() {
        server.register(broker("c1", "near", 0, "n:1", "z1", registration(topics("orders"))));
        server.register(broker("c1", "far", 0, "f:1", "z2", registration(topics("orders"))));
        ByteBuffer body = ByteBuffer.wrap(list("orders").encode());

        Reply old = server.ask(server.peer, 400, new WatchRoutes(false, false, null, body));
        assertThat(text(old)).contains("{0:\"n:1\"}", "f:1");
        Reply zoned = server.ask(new WatchRoutes(false, true, "z1", body));
        assertThat(text(zoned)).contains("{\"0\":\"n:1\"}").doesNotContain("f:1");
        assertThat(server.watch.subscriptions()).isEqualTo(1);
    }

    @Test
    void aRevisionThatIsHeldMakesTheAnswerShort() {
        server.register(master("a", "orders"));
        String held = states(server.ask(WatchRoutes.of(list("orders")))).get(0).revision();

        Reply answer = server.ask(WatchRoutes.of(new WatchList(Map.of("orders", Optional.of(held)))));

        assertThat(states(answer))
                .containsExactly(new RouteStates.One("orders", held, RouteStates.State.UNCHANGED, null));
    }

    @Test
    void listsOverABoundAreRefusedByItsKeyBeforeAllOfThemIsRead() {
        StringBuilder million = new StringBuilder("{\"topics\":{");
        for (int i = 0; i < 1_000_000; i++) {
            million.append(i == 0 ? "\"t" : ",\"t").append(i).append("\":null");
        }
        ByteBuffer body = ByteBuffer.wrap(million.toString().getBytes(StandardCharsets.UTF_8));

        assertRefused(
                server.ask(new WatchRoutes(true, false, null, body)),
                1,
                "WATCH_ROUTES refused: a connection may watch 3 topics; watch the others over a further connection or"
                        + " raise watchMaxTopicsPerConnection");
        assertThat(server.watch.subscriptions()).isZero();
    }

    @Test
    void aBodyThatIsNoListIsRefused() {
        for (String body : List.of("", "[]", "{\"topics\":[\"a\"]}", "{\"topics\":{\"a\"", "\0")) {
            Reply answer = server.ask(
                    new WatchRoutes(true, false, null, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8))));
            assertRefused(answer, 1, "watch list refused: ");
        }
        assertRefused(server.ask(new UnwatchRoutes(ByteBuffer.wrap(new byte[] {'['}))), 1, "watch list refused: ");
    }

    @Test
    void topicsAreUnwatchedByNameOrAllTogether() {
        server.ask(WatchRoutes.of(list("a", "b", "c")));

        HandlerFixture.assertPlainSuccess(
                server.ask(new UnwatchRoutes(ByteBuffer.wrap(list("a", "never").encode()))));
        assertThat(server.watch.subscriptions()).isEqualTo(2);
        HandlerFixture.assertPlainSuccess(server.ask(new UnwatchRoutes(Command.NO_BODY)));
        assertThat(server.watch.subscriptions()).isZero();
        HandlerFixture.assertPlainSuccess(server.ask(new UnwatchRoutes(Command.NO_BODY)));
    }

    @Test
    void aFullPoolAnswersBusy() {
        server.watching.full = true;
        assertRefused(server.ask(WatchRoutes.of(list("a"))), 2, "[OVERLOAD]system busy");
    }

    private static WatchList list(String... topics) {
        Map<String, Optional<String>> list = new LinkedHashMap<>();
        for (String topic : topics) {
            list.put(topic, Optional.empty());
        }
        return new WatchList(list);
    }

    private static List<RouteStates.One> states(Reply answer) {
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
        return RouteStates.decode(answer.body());
    }
}
