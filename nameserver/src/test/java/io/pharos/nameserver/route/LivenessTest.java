package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.FenceKey;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What silence does to brokers, second by second. */
class LivenessTest {
    private static final Duration DISBELIEF = Duration.ofMinutes(10);
    private static final Liveness PROBING = new Liveness(Duration.ofSeconds(5), Duration.ofSeconds(10), DISBELIEF);

    private final RoutesFixture server =
            new RoutesFixture(new RouteSettings(false, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), PROBING));
    private final RegistrationHeader a = master("a");

    @Test
    void aNewBrokerIsAskedSoonAndASilentOneOnce() {
        server.register(a, topics(1, "orders"), 1);
        assertThat(server.asked).isEmpty();
        pass(1);
        assertThat(server.asked).containsExactly(1L);
        server.answer(1);

        pass(4);
        assertThat(server.asked).hasSize(1);
        pass(1);
        assertThat(server.asked).hasSize(2);
        pass(20);
        assertThat(server.asked).hasSize(2);
    }

    @Test
    void oneThatIsHeardAllTheTimeIsAskedOnceInAll() {
        answersOnce(a, 1);
        for (int second = 0; second < 60; second++) {
            server.hear(1);
            pass(1);
        }
        assertThat(server.asked).hasSize(1);
    }

    @Test
    void whoUsedToAnswerAndDoesNotLosesTheWriteBitUntilItIsHeard() {
        answersOnce(a, 1);
        String before = revision();

        pass(9);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        pass(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        assertThat(server.routes.suspectBrokerCount()).isOne();
        assertThat(revision()).isNotEqualTo(before);

        server.answer(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.routes.suspectBrokerCount()).isZero();
    }

    @Test
    void anythingThatIsHeardClearsASuspectAtTheNextScan() {
        answersOnce(a, 1);
        pass(15);
        server.hear(1);
        pass(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void aRegistrationOfASuspectClearsItAtOnce() {
        answersOnce(a, 1);
        pass(15);
        server.register(a, topics(2, "orders", "more"), 1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.route("more")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.routes.suspectBrokerCount()).isZero();
    }

    @Test
    void whoNeverAnsweredIsBelievedUntilItsDeadline() {
        server.register(a, topics(1, "orders"), 1);
        pass(119);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        pass(1);
        assertThat(server.route("orders")).isEqualTo("code 17");
        assertThat(server.closed).containsExactly(1L);
    }

    @Test
    void whoSpeaksInsteadOfAnsweringIsNotSuspectForItsSilence() {
        answersOnce(a, 1);
        pass(6);
        server.register(a, topics(1, "orders"), 1);
        pass(29);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.asked).hasSize(3);
    }

    @Test
    void aSuspectIsEvictedAtItsDeadlineAndNotBefore() {
        answersOnce(a, 1);
        pass(118);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        pass(1);
        assertThat(server.route("orders")).isEqualTo("code 17");
    }

    @Test
    void aSilentSlaveTakesNothingFromItsGroup() {
        server.register(a, topics(1, "orders"), 1);
        answersOnce(slave("a", 1), 2);
        for (int second = 0; second < 20; second++) {
            server.hear(1);
            pass(1);
        }
        assertThat(server.routes.suspectBrokerCount()).isOne();
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/6");
    }

    @Test
    void aNewMasterOfASuspectGroupIsWrittenTo() {
        answersOnce(a, 1);
        pass(15);
        server.register(RoutesFixture.broker("c1", "a", 0, "a2:10911", true), topics(2, "orders"), 2);
        assertThat(server.route("orders")).isEqualTo("a{0=a2:10911} 4/6");
    }

    @Test
    void aSuspectMasterThatLeavesLeavesNoSuspicionBehind() {
        server.register(slave("a", 1), topics(1, "orders"), 2);
        answersOnce(a, 1);
        for (int second = 0; second < 15; second++) {
            server.hear(2);
            pass(1);
        }
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/4");
        server.close(1);
        server.register(RoutesFixture.broker("c1", "a", 0, "a:10911", true), topics(2, "orders"), 3);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/6");
    }

    @Test
    void fencesAndSuspicionTakeTheSameBitAndGiveItBackTogether() {
        answersOnce(a, 1);
        get(server.routes.fence(RoutesFixture.fences(FenceKey.broker("c1", "a"))));
        pass(15);
        server.answer(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        pass(15);
        get(server.routes.fence(Fences.NONE));
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        server.answer(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void twoOfTwoMayBeSuspectTogether() {
        answersOnce(a, 1);
        answersOnce(master("b"), 2);
        pass(11);
        assertThat(server.routes.suspectBrokerCount()).isEqualTo(2);
        assertThat(server.routes.distrustsItself()).isFalse();
    }

    @Test
    void whenMoreThanAThirdFallSilentTogetherNobodyIsSuspectAndNobodyGoes() {
        cluster(9);
        silence(4, Duration.ofMinutes(5));
        assertThat(server.routes.distrustsItself()).isTrue();
        assertThat(server.routes.suspectBrokerCount()).isZero();
        assertThat(server.routes.brokerCount()).isEqualTo(9);
        assertThat(server.route("orders")).doesNotContain("/4");
    }

    @Test
    void aThirdIsNotMany() {
        cluster(9);
        silence(3, Duration.ofSeconds(30));
        assertThat(server.routes.distrustsItself()).isFalse();
        assertThat(server.routes.suspectBrokerCount()).isEqualTo(3);
    }

    @Test
    void whenTheyAreHeardAgainSilenceIsCountedAnew() {
        cluster(9);
        silence(4, Duration.ofMinutes(5));
        server.answer(4);
        pass(1);
        assertThat(server.routes.brokerCount()).isEqualTo(9);
        assertThat(server.routes.distrustsItself()).isFalse();
        assertThat(server.routes.suspectBrokerCount()).isZero();
        silence(3, Duration.ofSeconds(9));
        assertThat(server.routes.suspectBrokerCount()).isZero();
        silence(3, Duration.ofSeconds(2));
        assertThat(server.routes.suspectBrokerCount()).isEqualTo(3);
    }

    @Test
    void theSilenceOfManyIsBelievedWhenOthersAreHeardForLong() {
        cluster(9);
        silence(4, DISBELIEF.plusSeconds(15));
        assertThat(server.routes.distrustsItself()).isFalse();
        assertThat(server.routes.suspectBrokerCount()).isEqualTo(4);
        silence(4, Duration.ofMinutes(2));
        assertThat(server.routes.brokerCount()).isEqualTo(5);
    }

    @Test
    void theSilenceOfAllIsNeverBelieved() {
        cluster(9);
        silence(9, Duration.ofHours(1));
        assertThat(server.routes.distrustsItself()).isTrue();
        assertThat(server.routes.brokerCount()).isEqualTo(9);
    }

    @Test
    void timeThatThisServerSleptThroughIsNoSilence() {
        answersOnce(a, 1);
        pass(8);
        server.clock.advance(Duration.ofMinutes(5));
        server.scan();
        pass(2);
        assertThat(server.routes.suspectBrokerCount()).isZero();
        pass(1);
        assertThat(server.routes.suspectBrokerCount()).isOne();
    }

    @Test
    void whoHangsUpWhenAskedIsNotAskedForEver() {
        for (long connection : new long[] {1, 2, 3, 4}) {
            server.register(a, topics(1, "orders"), connection);
            pass(5);
            server.close(connection);
        }
        assertThat(server.asked).containsExactly(1L, 2L);
    }

    @Test
    void aBrokerWhoseHostIsLostIsNotWrittenToAndSoonGone() {
        server.register(a, topics(1, "orders"), 1);
        pass(3);
        lose(1);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        pass(4);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/4");
        pass(1);
        assertThat(server.route("orders")).isEqualTo("code 17");
    }

    @Test
    void aBrokerWhoseConnectionWasLostComesBackOverANewOne() {
        server.register(a, topics(1, "orders"), 1);
        lose(1);
        server.register(a, topics(1, "orders"), 2);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        pass(30);
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void theLossOfManyConnectionsAtOnceTakesNobodyOut() {
        cluster(9);
        for (long connection : new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9}) {
            lose(connection);
        }
        silence(9, Duration.ofMinutes(5));
        assertThat(server.routes.brokerCount()).isEqualTo(9);
        assertThat(server.route("orders")).doesNotContain("/4");

        for (int broker = 1; broker <= 7; broker++) {
            server.register(master("b" + broker), topics(1, "orders"), 10 + broker);
        }
        pass(30);
        assertThat(server.routes.distrustsItself()).isFalse();
        assertThat(server.routes.brokerCount()).isEqualTo(9);
        assertThat(server.routes.suspectBrokerCount()).isEqualTo(2);
    }

    private void cluster(int brokers) {
        for (int broker = 1; broker <= brokers; broker++) {
            server.register(master("b" + broker), topics(1, "orders"), broker);
        }
        pass(1);
        for (int broker = 1; broker <= brokers; broker++) {
            server.answer(broker);
        }
    }

    /** The first brokers of a cluster of nine say nothing, the others answer when asked. */
    private void silence(int brokers, Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            server.asked.clear();
            pass(1);
            for (long connection : server.asked) {
                if (connection > brokers && connection <= 9) {
                    server.answer(connection);
                }
            }
            if (second % 30 == 29) {
                for (int broker = brokers + 1; broker <= 9; broker++) {
                    server.register(master("b" + broker), topics(1, "orders"), broker);
                }
            }
        }
    }

    private void answersOnce(RegistrationHeader broker, long connection) {
        server.register(broker, topics(1, "orders"), connection);
        pass(1);
        server.answer(connection);
    }

    private void lose(long connection) {
        server.gone.add(connection);
        get(server.routes.connectionLost(connection));
    }

    private String revision() {
        return String.valueOf(
                server.routes.route(new RouteQuery("orders", true, null)).ext().get("revision"));
    }

    private void pass(int seconds) {
        server.pass(Duration.ofSeconds(seconds));
    }
}
