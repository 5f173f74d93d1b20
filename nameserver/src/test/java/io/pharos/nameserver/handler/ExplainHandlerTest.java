package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.broker;
import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.Brokers.registration;
import static io.pharos.nameserver.handler.Brokers.topics;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("31020")
class ExplainHandlerTest {
    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
        server.register(master("a", "orders"));
        server.register(broker("c1", "b", 0, "b:10911", "z2", registration(topics("orders"))));
    }

    @Test
    void theFenceIsShownWithWhoSetItAndWhy() {
        server.ask(new SetFence(null, "a", null, "drain", null));

        RouteExplanation explained = explain(new ExplainRoute("orders", null, null));

        assertThat(explained.question().topic()).isEqualTo("orders");
        RouteExplanation.Broker a = explained.brokers().get(0);
        assertThat(a.queues().answered()).isEqualTo(4);
        assertThat(a.members().get(0).peer()).isEqualTo(server.peer.peer());
        Decision fence = a.queues().fences().get(0);
        assertThat(fence.key()).isEqualTo(FenceKey.broker("c1", "a"));
        assertThat(fence.reason()).isEqualTo("drain");
        assertThat(fence.by().address()).isEqualTo(server.peer.peer());
    }

    @Test
    void theRouteThatIsAnsweredIsTheOneExplained() {
        server.ask(new SetFence(null, "a", "orders", "drain", null));
        Reply answer = server.ask(server.peer, Command.VERSION, new GetRouteInfo("orders", true, true, "z2", null));
        TopicRoute route = RouteCodec.decode(answer.body());

        RouteExplanation explained = explain(new ExplainRoute("orders", null, "z2"));

        assertThat(route.brokers()).singleElement().extracting("brokerName").isEqualTo("b");
        assertThat(explained.brokers())
                .filteredOn(broker -> broker.leftOut() == null)
                .singleElement()
                .satisfies(broker -> {
                    assertThat(broker.brokerName()).isEqualTo("b");
                    assertThat(broker.queues().answered())
                            .isEqualTo(route.queues().get(0).permission());
                });
        assertThat(explained.revision())
                .isEqualTo(GetRouteInfo.Answer.from(answer.ext()).revision());
    }

    @Test
    void aClientThatMayNotAskIsToldByWhichKey() {
        RouteExplanation explained = explain(new ExplainRoute("orders", "10.0.0.1:5000", null));
        assertThat(explained.outcome().result()).isEqualTo("not_allowed");
        assertThat(explained.outcome().code()).isEqualTo(16);
        assertThat(explained.outcome().summary())
                .isEqualTo("the client is not among the addresses that may query routes (clientAllow)");
        for (String fine : new String[] {"192.168.0.1", "192.168.0.1:9", "[::1]", "[::1]:9", " "}) {
            assertThat(explain(new ExplainRoute("orders", fine, null)).outcome().result())
                    .isEqualTo("found");
        }
    }

    @Test
    void anAbsentTopicIsAnAnswerAndNoFailure() {
        RouteExplanation explained = explain(new ExplainRoute("nobody", null, null));
        assertThat(explained.outcome().result()).isEqualTo("not_found");
        assertThat(explained.outcome().cause()).isEqualTo("just_started");
        assertThat(server.ask(new GetRouteInfo("nobody", true, false, null, null))
                        .remark())
                .contains(explained.outcome().summary());
    }

    @Test
    void whatCannotBeAskedIsRefusedByName() {
        assertRefused(
                server.ask(ExplainRoute.SPEC.code(), ExtFields.EMPTY),
                1,
                "EXPLAIN_ROUTE: header field topic is missing; it is mandatory");
        assertRefused(
                server.ask(new ExplainRoute("", null, null)),
                1,
                "EXPLAIN_ROUTE: header field topic is []; it is mandatory");
        assertRefused(
                server.ask(new ExplainRoute("t".repeat(5_000), null, null)),
                1,
                "EXPLAIN_ROUTE: header field topic is [tt");
        assertRefused(
                server.ask(new ExplainRoute("orders", null, "z".repeat(256))),
                1,
                "EXPLAIN_ROUTE: header field zone is [zz");
        for (String wrong : new String[] {"somewhere", "somewhere:10", "10.0.0:1", "300.1.1.1", "::1"}) {
            assertRefused(
                    server.ask(new ExplainRoute("orders", wrong, null)),
                    1,
                    "EXPLAIN_ROUTE: header field clientAddress is [" + wrong + "]; it must be 10.1.2.3, ");
        }
    }

    private RouteExplanation explain(ExplainRoute question) {
        Reply answer = server.ask(question);
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
        return RouteExplanation.decode(answer.body());
    }
}
