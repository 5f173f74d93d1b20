package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.fences;
import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topic;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.route.Registration;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What fences do to routes. */
class FencesTest {
    private static final FenceKey BROKER = FenceKey.broker("c1", "a");

    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void aFenceIsAnOverlayAndLiftingItGivesBackWhatIsRegistered() {
        Registration registered = with(with(topics(1, "six"), topic("seven", 4, 7)), topic("four", 4, 4));
        server.register(a, registered, 1);

        fence(BROKER);
        assertThat(server.route("six")).endsWith("/4");
        assertThat(server.route("seven")).endsWith("/5");
        assertThat(server.route("four")).endsWith("/4");
        assertThat(get(server.routes.topicsOn("a"))).isEqualTo(3);

        fence();
        assertThat(server.route("six")).endsWith("/6");
        assertThat(server.route("seven")).endsWith("/7");
        assertThat(server.route("four")).endsWith("/4");
    }

    @Test
    void itHoldsThroughAChangedTopicAReconnectAndTheGroupsAbsence() {
        server.register(a, topics(1, "orders", "bills"), 1);
        fence(BROKER);

        server.register(a, with(topics(2), topic("orders", 16, 6)), 1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 16/4");

        server.close(1);
        assertThat(get(server.routes.topicsOn("a"))).isZero();
        server.register(a, with(topics(3, "orders", "new"), topic("bills", 4, 7)), 2);
        assertThat(server.route("orders")).endsWith("/4");
        assertThat(server.route("new")).endsWith("/4");

        fence();
        assertThat(server.route("new")).endsWith("/6");
        assertThat(server.route("bills")).endsWith("/7");
    }

    @Test
    void oneThatIsLiftedWhileTheBrokerIsAwayIsGoneWhenItComesBack() {
        server.register(a, topics(1, "orders"), 1);
        fence(BROKER);
        server.close(1);
        fence();

        server.register(a, topics(1, "orders"), 2);

        assertThat(server.route("orders")).endsWith("/6");
    }

    @Test
    void itIsTheClustersBrokerAndNoOther() {
        server.register(a, topics(1, "orders"), 1);

        fence(FenceKey.broker("c2", "a"), FenceKey.broker("c1", "b"), new FenceKey("orders", "c2", "a"));

        assertThat(server.route("orders")).endsWith("/6");
    }

    @Test
    void aTopicIsFencedOnOneBrokerOrEverywhere() {
        server.register(a, topics(1, "orders", "bills"), 1);
        server.register(master("b"), topics(1, "orders", "bills"), 2);

        fence(new FenceKey("orders", "c1", "a"));
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4; b{0=b:10911} 4/6");
        assertThat(server.route("bills")).isEqualTo("a{0=a:10911} 4/6; b{0=b:10911} 4/6");

        fence(FenceKey.topic("orders"));
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4; b{0=b:10911} 4/4");
        assertThat(get(server.routes.brokersOf("orders"))).isEqualTo(2);

        fence(FenceKey.topic("orders"), FenceKey.broker("c1", "b"));
        assertThat(server.route("bills")).isEqualTo("a{0=a:10911} 4/6; b{0=b:10911} 4/4");

        fence(FenceKey.broker("c1", "b"));
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6; b{0=b:10911} 4/4");
    }

    @Test
    void aTopicThatIsCreatedLaterAndOnABrokerThatJoinsLaterIsFencedToo() {
        fence(FenceKey.topic("later"), FenceKey.broker("c1", "b"));

        server.register(a, topics(1, "later", "orders"), 1);
        server.register(master("b"), topics(1, "later", "orders"), 2);

        assertThat(server.route("later")).isEqualTo("a{0=a:10911} 4/4; b{0=b:10911} 4/4");
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6; b{0=b:10911} 4/4");
        assertThat(get(server.routes.brokersOf("unknown"))).isZero();
    }

    @Test
    void actingMasterAndFenceCombine() {
        get(server.routes.configure(new RouteSettings(
                true, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), Liveness.DEADLINES_ALONE)));
        server.register(a, topics(1, "orders"), 1);
        server.register(slave("a", 1), topics(1, "orders"), 2);
        server.close(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a-1:10911} 4/4");

        fence(BROKER);
        assertThat(server.route("orders")).isEqualTo("a{0=a-1:10911} 4/4");

        server.register(a, topics(1, "orders"), 3);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/4");

        fence();
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/6");
    }

    @Test
    void onlyWhatAFenceBearsOnGetsANewRevision() {
        server.register(a, topics(1, "orders", "bills"), 1);
        String orders = revision("orders");
        String bills = revision("bills");
        long before = server.routes.revision();

        fence(new FenceKey("orders", "c1", "b"), FenceKey.topic("unknown"), FenceKey.broker("c1", "b"));
        assertThat(server.routes.revision()).isEqualTo(before);
        assertThat(revision("orders")).isEqualTo(orders);

        fence(new FenceKey("orders", "c1", "a"));
        assertThat(revision("orders")).isNotEqualTo(orders);
        assertThat(revision("bills")).isEqualTo(bills);
    }

    private void fence(FenceKey... keys) {
        get(server.routes.fence(fences(keys)));
    }

    private String revision(String topic) {
        return RevisionLedger.revision(server.routes.route(new RouteQuery(topic, true, null)))
                .text();
    }
}
