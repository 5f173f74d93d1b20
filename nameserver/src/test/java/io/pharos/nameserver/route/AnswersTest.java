package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topic;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.TopicConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void unknownTopicIsAnsweredWithTheOriginalsTextAroundItsCause() {
        Reply reply = server.routes.route(new RouteQuery("nope", true, null));

        assertThat(reply.code()).isEqualTo(17);
        assertThat(reply.remark())
                .isEqualTo("No topic route info in name server for the topic: nope\n"
                        + "Likeliest cause: no broker has registered at this name server, which started 0 s ago; by default"
                        + " brokers register every 30 s.\n"
                        + "See https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.");
    }

    @Test
    void answerIsEncodedOncePerChange() {
        server.register(a, topics(1, "orders", "bills"), 1);
        RouteQuery query = new RouteQuery("orders", true, null);
        Reply first = server.routes.route(query);

        server.register(a, with(topics(2, "orders"), topic("bills", 9, 6)), 1);
        assertThat(server.routes.route(query)).isSameAs(first);

        server.register(a, with(topics(3), topic("orders", 9, 6)), 1);
        assertThat(server.routes.route(query)).isNotSameAs(first);
    }

    @Test
    void orderConfigurationIsShownAndAChangeOfItIsNewsOfItsTopicAlone() {
        server.register(a, topics(1, "orders", "bills"), 1);
        configure(false, Map.of("orders", "a:4", "later", "a:2"));
        assertThat(server.route("orders")).endsWith(" order a:4");
        String orders = revision("orders");
        String bills = revision("bills");

        configure(false, Map.of("orders", "a:8", "later", "a:2"));
        assertThat(server.route("orders")).endsWith(" order a:8");
        assertThat(revision("orders")).isNotEqualTo(orders);
        assertThat(revision("bills")).isEqualTo(bills);

        server.register(a, topics(2, "orders", "bills", "later"), 1);
        assertThat(server.route("later")).endsWith(" order a:2");
        configure(false, Map.of());
        assertThat(server.route("orders")).doesNotContain("order ");
    }

    @Test
    void anAnswersRevisionNamesRunValueDialectAndZone() {
        server.register(zoned("a", "z1"), topics(1, "orders"), 1);
        String plain = revision(new RouteQuery("orders", true, null));

        assertThat(plain).matches("run-[0-9]+");
        assertThat(revision(new RouteQuery("orders", false, null))).isEqualTo(plain + "-u");
        assertThat(revision(new RouteQuery("orders", true, "Z1")))
                .startsWith(plain + "-z")
                .isEqualTo(revision(new RouteQuery("orders", true, "z1")))
                .isNotEqualTo(revision(new RouteQuery("orders", true, "z2")))
                .isNotEqualTo(revision(new RouteQuery("orders", false, "z1")));
    }

    @Test
    void whoHoldsTheCurrentRevisionIsToldSoWithoutABody() {
        server.register(a, topics(1, "orders"), 1);
        for (String topic : new String[] {"orders", "nobody"}) {
            RouteQuery query = new RouteQuery(topic, true, null);
            String held = revision(query);
            Reply unchanged = server.routes.route(query, held);
            assertThat(unchanged.code()).isEqualTo(ExtensionCodes.ROUTE_UNCHANGED);
            assertThat(unchanged.ext()).isEqualTo(ExtFields.of("revision", held));
            assertThat(unchanged.body().hasRemaining()).isFalse();
            for (String other : new String[] {"", "other" + held, held + "-u", "run-99999"}) {
                assertThat(server.routes.route(query, other)).isEqualTo(server.routes.route(query));
            }
        }
    }

    @Test
    void whoHoldsTheCurrentRevisionCostsNoEncoding() {
        server.register(a, topics(1, "orders"), 1);
        RouteQuery query = new RouteQuery("orders", true, null);
        String held = revision(query);
        server.register(slave("a", 1), topics(1, "orders"), 2);
        server.routes.route(query, revision(query));
        String now = revision(query);
        long kept = server.routes.keptAnswerBytes();

        assertThat(now).isNotEqualTo(held);
        RoutesFixture cold = new RoutesFixture();
        cold.register(a, topics(1, "orders"), 1);
        assertThat(cold.routes.route(query, held).code()).isEqualTo(ExtensionCodes.ROUTE_UNCHANGED);
        assertThat(cold.routes.keptAnswerBytes()).isZero();
        assertThat(kept).isPositive();
    }

    @Test
    void aTopicThatLeavesAndReturnsNeverGoesByARevisionThatItHad() {
        Set<String> seen = new HashSet<>();
        assertThat(seen.add(revision("orders"))).isTrue();
        for (long connection = 1; connection < 5; connection++) {
            server.register(a, topics(1, "orders"), connection);
            assertThat(seen.add(revision("orders"))).isTrue();
            server.close(connection);
            assertThat(seen.add(revision("orders"))).isTrue();
        }
    }

    @Test
    void onlyTheTopicsThatASlaveStandsInForAreNewsWhenThatIsTurnedOn() {
        server.register(slave("a", 1), topics(1, "orders"), 1);
        server.register(master("b"), topics(1, "bills"), 2);
        String orders = revision("orders");
        String bills = revision("bills");
        Reply kept = server.routes.route(new RouteQuery("bills", true, null));

        configure(true, Map.of());

        assertThat(revision("orders")).isNotEqualTo(orders);
        assertThat(revision("bills")).isEqualTo(bills);
        assertThat(server.routes.route(new RouteQuery("bills", true, null))).isEqualTo(kept);
        server.close(2);
        server.register(slave("b", 1), topics(2, "bills"), 3);
        assertThat(server.route("bills")).isEqualTo("b{0=b-1:10911} 4/4");
    }

    @Test
    void firstSlaveStandsInForTheMasterWhenSupported() {
        server.register(slave("a", 1), with(topics(1, "orders"), topic("rmq_sys_SYNC_BROKER_MEMBER_a", 1, 1)), 1);
        server.register(slave("a", 2), topics(1, "orders"), 2);
        assertThat(server.route("orders")).isEqualTo("a{1=a-1:10911, 2=a-2:10911} 4/4");

        get(server.routes.configure(new RouteSettings(
                true,
                false,
                Map.of(),
                Duration.ZERO,
                RouteSettings.DEFAULT.defaultTimeout(),
                Liveness.DEADLINES_ALONE)));

        assertThat(server.route("orders")).isEqualTo("a{0=a-1:10911, 2=a-2:10911} 4/4");
        assertThat(server.route("rmq_sys_SYNC_BROKER_MEMBER_a")).isEqualTo("a{1=a-1:10911, 2=a-2:10911} 1/1");
    }

    @Test
    void zoneShowsItsOwnBrokersAndFallsBackToAll() {
        server.register(zoned("a", "z1"), topics(1, "orders"), 1);
        server.register(zoned("b", "z2"), topics(1, "orders"), 2);

        assertThat(zone("Z1")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(zone("z2")).isEqualTo("b{0=b:10911} 4/6");
        assertThat(zone("z3")).isEqualTo("a{0=a:10911} 4/6; b{0=b:10911} 4/6");
    }

    @Test
    void waitingForServiceWithholdsAnswersForItsTimeOnly() {
        RoutesFixture waiting = new RoutesFixture(new RouteSettings(
                false,
                false,
                Map.of(),
                Duration.ofSeconds(45),
                RouteSettings.DEFAULT.defaultTimeout(),
                Liveness.DEADLINES_ALONE));
        waiting.register(a, topics(1, "orders"), 1);

        assertThat(waiting.routes.route(new RouteQuery("orders", true, null)).remark())
                .isEqualTo("name server not ready");
        waiting.clock.advance(Duration.ofSeconds(45));
        assertThat(waiting.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void keptAnswersAreCountedInBytesAndBounded() {
        RoutesFixture routes = new RoutesFixture();
        assertThat(routes.routes.keptAnswerBytes()).isZero();
        routes.register(master("a"), topics(1, "orders"), 1);
        int length = routes.route("orders").length();
        long one = routes.routes.keptAnswerBytes();
        assertThat(one).isBetween((long) length, length + 1_000L);
        routes.route("orders");
        assertThat(routes.routes.keptAnswerBytes()).isEqualTo(one);

        String[] many = new String[10_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = "topic" + i;
        }
        routes.register(master("a"), topics(2, many), 1);
        for (String topic : many) {
            routes.route(topic);
        }
        assertThat(routes.routes.keptAnswerBytes()).isBetween(100 * one, 1L << 20);
    }

    @Test
    void listsComeFromWhatIsPublished() {
        server.register(a, with(topics(1, "orders"), flagged("u", 1)), 1);
        server.register(broker("c2", "b", 0, "b:1", true), with(with(topics(1), flagged("s", 2)), flagged("u", 2)), 2);

        assertThat(server.routes.topics()).containsExactly("orders", "s", "u");
        assertThat(server.routes.topicsOf("c2")).containsExactly("s", "u");
        assertThat(server.routes.topicsOf("c3")).isEmpty();
        assertThat(server.routes.systemTopics().topics()).containsExactly("a", "b", "c1", "c2");
        assertThat(server.routes.systemTopics().brokerAddress()).isEqualTo("a:10911");
        assertThat(server.routes.unitTopics(UnitFilter.UNIT)).containsExactly("u");
        assertThat(server.routes.unitTopics(UnitFilter.SUBSCRIBED)).containsExactly("s", "u");
        assertThat(server.routes.unitTopics(UnitFilter.SUBSCRIBED_NOT_UNIT)).containsExactly("s");
    }

    private static TopicConfig flagged(String name, int sysFlag) {
        return new TopicConfig(name, 4, 4, 6, sysFlag, false, "SINGLE_TAG", Map.of());
    }

    private static RegistrationHeader zoned(String name, String zone) {
        RegistrationHeader header = master(name);
        return new RegistrationHeader(header.identity(), header.haServerAddress(), zone, null, true, 0);
    }

    private void configure(boolean acting, Map<String, String> orderConf) {
        get(server.routes.configure(new RouteSettings(
                acting,
                false,
                orderConf,
                Duration.ZERO,
                RouteSettings.DEFAULT.defaultTimeout(),
                Liveness.DEADLINES_ALONE)));
    }

    private String revision(String topic) {
        return revision(new RouteQuery(topic, true, null));
    }

    private String revision(RouteQuery query) {
        return String.valueOf(
                GetRouteInfo.Answer.from(server.routes.route(query).ext()).revision());
    }

    private String zone(String zone) {
        Reply reply = server.routes.route(new RouteQuery("orders", true, zone));
        return StandardCharsets.UTF_8.decode(reply.body().duplicate()).toString();
    }
}
