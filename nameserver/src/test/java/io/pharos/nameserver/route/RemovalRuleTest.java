package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.route.Registration;
import org.junit.jupiter.api.Test;

/** A topic leaves when it is certain that its broker has it no more. */
class RemovalRuleTest {
    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void topicLeavesWithTheSecondWholeRegistrationThatLacksIt() {
        server.register(a, whole(a, 1, "orders", "bills", "tax"), 1);
        server.register(a, whole(a, 2, "bills"), 1);
        assertThat(server.knows("orders")).isTrue();

        server.register(a, whole(a, 2, "bills"), 1);

        assertThat(server.routes.topics()).contains("bills").doesNotContain("orders", "tax");
    }

    @Test
    void topicNamedInBetweenStays() {
        server.register(a, whole(a, 1, "orders", "bills"), 1);
        server.register(a, whole(a, 2, "bills"), 1);
        server.register(a, topics(3, "orders"), 1);
        server.register(a, whole(a, 4, "bills"), 1);

        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void topicCreatedAndDeletedBetweenTwoWholeRegistrationsLeavesWithTheThirdThatLacksIt() {
        server.register(a, whole(a, 1, "bills"), 1);
        server.register(a, topics(2, "brief"), 1);
        server.register(a, whole(a, 3, "bills"), 1);
        server.register(a, whole(a, 3, "bills"), 1);
        assertThat(server.knows("brief")).isTrue();

        server.register(a, whole(a, 3, "bills"), 1);

        assertThat(server.knows("brief")).isFalse();
    }

    @Test
    void topicOfAnEarlierConnectionLeavesWithTheSecondWholeRegistrationOfTheNext() {
        server.register(a, whole(a, 1, "orders", "bills"), 1);
        server.register(a, whole(a, 2, "bills"), 2);
        assertThat(server.knows("orders")).isTrue();

        server.register(a, whole(a, 2, "bills"), 2);

        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void singleChangedTopicRemovesNothing() {
        server.register(a, whole(a, 1, "orders", "bills"), 1);
        server.register(a, topics(2, "orders"), 1);
        server.register(a, topics(3, "new"), 1);

        assertThat(server.routes.topics()).contains("orders", "bills", "new");
    }

    @Test
    void piecesOfASplitRegistrationRemoveNothingThoughOneHoldsAllSentinels() {
        for (int round = 0; round < 4; round++) {
            server.register(a, whole(a, 1, "t1"), 1);
            server.register(a, topics(1, "t2", "t3"), 1);
            server.register(a, topics(1, "t4"), 1);
            assertThat(server.routes.topics()).contains("t1", "t2", "t3", "t4");
        }
    }

    @Test
    void splittingSwitchedOnLaterRemovesNothing() {
        for (boolean sameVersion : new boolean[] {true, false}) {
            RoutesFixture fresh = new RoutesFixture();
            fresh.register(a, whole(a, 1, "t1", "t2", "t3", "t4"), 1);
            for (int round = 2; round < 6; round++) {
                long counter = sameVersion ? 1 : round * 3L;
                fresh.register(a, whole(a, counter, "t1"), 1);
                fresh.register(a, topics(sameVersion ? 1 : counter + 1, "t2", "t3"), 1);
                fresh.register(a, topics(sameVersion ? 1 : counter + 2, "t4"), 1);
                assertThat(fresh.routes.topics()).contains("t1", "t2", "t3", "t4");
            }
        }
    }

    @Test
    void refusedPieceLeavesNoFalseEvidence() {
        for (int round = 0; round < 4; round++) {
            server.register(a, whole(a, 1, "t1"), 1);
            get(server.routes.refused(a.identity(), 1));
            if (round == 0) {
                server.register(a, topics(1, "t2"), 1);
            } else {
                get(server.routes.refused(a.identity(), 1));
            }
        }

        assertThat(server.knows("t2")).isTrue();
    }

    @Test
    void topicDeletedByAnOperatorIsNoSignOfASisterPiece() {
        server.register(a, whole(a, 1, "orders"), 1);
        server.register(a, topics(2, "new"), 1);
        get(server.routes.deleteTopic("new", null));
        server.register(a, whole(a, 3, "orders"), 1);
        server.register(a, whole(a, 4), 1);
        server.register(a, whole(a, 4), 1);

        assertThat(server.knows("orders")).isFalse();
    }

    @Test
    void bodyWithoutSentinelsNeverRemoves() {
        server.register(a, topics(1, "orders", "bills"), 1);
        for (int i = 2; i < 6; i++) {
            server.register(a, topics(i, "orders"), 1);
        }

        assertThat(server.knows("bills")).isTrue();
    }

    @Test
    void slaveRemovesNothing() {
        RegistrationHeader slave = RoutesFixture.slave("a", 1);
        server.register(slave, whole(slave, 1, "orders", "bills"), 1);
        for (int i = 2; i < 6; i++) {
            server.register(slave, whole(slave, i, "orders"), 1);
        }

        assertThat(server.knows("bills")).isTrue();
    }

    @Test
    void topicOfTwoBrokersStaysOnTheOther() {
        RegistrationHeader b = master("b");
        server.register(a, whole(a, 1, "orders"), 1);
        server.register(b, whole(b, 1, "orders"), 2);
        server.register(a, whole(a, 2), 1);
        server.register(a, whole(a, 2), 1);

        assertThat(server.route("orders")).isEqualTo("b{0=b:10911} 4/6");
    }

    @Test
    void pieceRefusedForItsTopicsLeavesNoFalseEvidence() {
        server.register(a, topics(1, "t1", "t2"), 1);
        for (int round = 2; round < 5; round++) {
            server.register(a, whole(a, round, "t1"), 2);
            Registration unfit = topics(round, "t2", "no/topic");
            assertThatThrownBy(() -> server.register(a, unfit, 2)).hasMessageContaining("no/topic");

            assertThat(server.knows("t2")).isTrue();
        }
    }

    @Test
    void evidenceOfALostConnectionDoesNotCountThoughAHeartbeatCameFirst() {
        server.register(a, topics(1, "t1", "t2"), 1);
        server.register(a, whole(a, 2, "t1"), 2);
        // The piece with t2 was lost with connection 2; stock brokers ask for the data version before they register.
        server.routes.heartbeat("c1", "a:10911", 3);
        server.register(a, whole(a, 2, "t1"), 3);

        assertThat(server.knows("t2")).isTrue();
    }
}
