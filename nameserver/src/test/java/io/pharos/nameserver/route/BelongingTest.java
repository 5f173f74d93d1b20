package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events act on the registration that they belong to and on no other. */
class BelongingTest {
    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void unregisterOfAnOlderConnectionKeepsTheFreshRegistration() {
        server.register(a, topics(1, "orders"), 1);
        server.register(a, topics(1, "orders"), 2);

        server.unregister(a, 1);

        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void unregisterOverTheSameOrANewerConnectionActs() {
        server.register(a, topics(1, "orders"), 1);
        server.unregister(a, 1);
        assertThat(server.knows("orders")).isFalse();

        server.register(a, topics(1, "orders"), 1);
        server.unregister(a, 7);
        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void unregisterUnderAnotherNameKeepsTheBroker() {
        server.register(a, topics(1, "orders"), 1);

        server.unregister(broker("c1", "other", 0, "a:10911", true), 1);

        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void closeOfTheOldConnectionKeepsTheFreshRegistrationFiveHundredTimes() {
        server.register(a, topics(1, "orders"), 1);
        for (long connection = 2; connection <= 501; connection++) {
            server.register(a, topics(1, "orders"), connection);
            server.close(connection - 1);
            server.unregister(a, connection - 1);
            assertThat(server.knows("orders")).isTrue();
        }
        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    void closeOfAConnectionEndsEveryBrokerOnIt() {
        server.register(a, topics(1, "orders"), 1);
        server.register(master("b"), topics(1, "orders"), 1);
        server.register(master("c"), topics(1, "orders"), 2);

        server.close(1);

        assertThat(server.route("orders")).isEqualTo("c{0=c:10911} 4/6");
        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    void registrationDecodedAfterItsConnectionClosedIsNotEntered() {
        server.close(1);

        assertThatThrownBy(() -> server.register(a, topics(1, "orders"), 1)).hasMessageContaining("closed");
        assertThat(server.routes.groups()).isEmpty();
    }

    @Test
    void lateRegistrationOfAnOlderConnectionIsRefused() {
        server.register(a, topics(2, "orders", "bills"), 2);

        assertThatThrownBy(() -> server.register(a, topics(1, "orders"), 1)).hasMessageContaining("newer connection");
        server.close(1);
        assertThat(server.routes.topics()).containsExactly("bills", "orders");
    }

    @Test
    void heartbeatOverANewerConnectionBindsTheRegistrationToIt() {
        server.register(a, topics(1, "orders"), 1);

        assertThat(server.routes.heartbeat("c1", "a:10911", 2)).isTrue();
        server.close(1);
        assertThat(server.knows("orders")).isTrue();
        server.close(2);
        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void heartbeatOfAnOlderConnectionOrOfAnUnknownBrokerDoesNothing() {
        server.register(a, topics(1, "orders"), 5);

        assertThat(server.routes.heartbeat("c1", "a:10911", 4)).isFalse();
        assertThat(server.routes.heartbeat("c1", "b:10911", 6)).isFalse();
        assertThat(server.routes.heartbeat("c2", "a:10911", 6)).isFalse();
    }

    @Test
    void silentBrokerIsEvictedAtItsDeadlineAndItsConnectionClosed() {
        server.register(a, topics(1, "orders"), 1);

        server.pass(Duration.ofSeconds(119));
        assertThat(server.knows("orders")).isTrue();
        server.pass(Duration.ofSeconds(1));
        assertThat(server.knows("orders")).isFalse();
        assertThat(server.closed).containsExactly(1L);
    }

    @Test
    void ownHeartbeatTimeoutIsHonoured() {
        RegistrationHeader quick = new RegistrationHeader(a.identity(), "ha", null, 10_000L, true, 0);
        server.register(quick, topics(1, "orders"), 1);

        server.pass(Duration.ofSeconds(9));
        assertThat(server.routes.heartbeat("c1", "a:10911", 1)).isTrue();
        server.pass(Duration.ofSeconds(9));
        assertThat(server.knows("orders")).isTrue();
        server.pass(Duration.ofSeconds(1));
        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void registrationWithAnotherTimeoutIsHeldToIt() {
        RegistrationHeader quick = new RegistrationHeader(a.identity(), "ha", null, 10_000L, true, 0);
        server.register(quick, topics(1, "orders"), 1);
        server.register(a, topics(1, "orders"), 1);
        server.pass(Duration.ofSeconds(119));
        assertThat(server.knows("orders")).isTrue();

        server.register(quick, topics(1, "orders"), 1);
        server.pass(Duration.ofSeconds(10));

        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void connectionSharedWithALiveBrokerIsNotClosedForASilentOne() {
        server.register(a, topics(1, "orders"), 1);
        server.register(master("b"), topics(1, "orders"), 1);

        for (int i = 0; i < 3; i++) {
            server.pass(Duration.ofSeconds(50));
            server.routes.heartbeat("c1", "b:10911", 1);
        }

        assertThat(server.route("orders")).isEqualTo("b{0=b:10911} 4/6");
        assertThat(server.closed).isEmpty();
    }

    @Test
    void ownPauseLongerThanTheDeadlineEvictsNobody() {
        server.register(a, topics(1, "orders"), 1);
        server.pass(Duration.ofSeconds(10));

        server.clock.advance(Duration.ofMinutes(10));
        server.scan();
        assertThat(server.knows("orders")).isTrue();

        server.pass(Duration.ofSeconds(111));
        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void jumpOfTheWallClockEvictsNobody() {
        server.register(a, topics(1, "orders"), 1);
        server.pass(Duration.ofSeconds(1));
        server.clock.jumpWallTo(9_000_000_000_000L);
        server.pass(Duration.ofSeconds(1));

        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void smallerIdIsToldToTheOthersWhenAskedFor() {
        RoutesFixture telling = new RoutesFixture(new RouteSettings(
                false,
                true,
                Map.of(),
                Duration.ZERO,
                RouteSettings.DEFAULT.defaultTimeout(),
                Liveness.DEADLINES_ALONE));
        telling.register(slave("a", 1), topics(1, "orders"), 1);
        telling.register(slave("a", 2), topics(1, "orders"), 2);
        assertThat(telling.news).isEmpty();

        telling.register(a, topics(1, "orders"), 3);
        assertThat(telling.news.remove(0))
                .isEqualTo(new MinBrokerIdChange(List.of("a-1:10911", "a-2:10911"), 0, "a:10911", null, "ha-a:10911"));

        telling.close(3);
        assertThat(telling.news.remove(0))
                .isEqualTo(new MinBrokerIdChange(List.of("a-1:10911", "a-2:10911"), 1, "a-1:10911", "a:10911", null));
        telling.close(2);
        assertThat(telling.news).isEmpty();
        assertThat(server.news).isEmpty();
    }
}
