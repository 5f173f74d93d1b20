package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.mapped;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topic;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.whole;
import static io.pharos.nameserver.route.RoutesFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void firstRegistrationWithExactlyOneTopicIsAccepted() {
        server.register(a, topics(1, "orders"), 1);

        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.routes.groups()).hasSize(1);
    }

    @Test
    void registrationWithoutTopicsShowsTheBroker() {
        server.register(a, Registration.EMPTY, 1);

        assertThat(server.routes.group("a")).isNotNull();
        assertThat(server.routes.topics()).isEmpty();
    }

    @Test
    void changedQueuesUnderTheSameDataVersionAreApplied() {
        server.register(a, topics(1, "orders"), 1);
        server.register(a, with(topics(1, "orders"), topic("orders", 16, 6)), 1);

        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 16/6");
    }

    @Test
    void sameBytesOverTheSameConnectionMoveTheDeadlineAndNothingElse() {
        server.register(a, topics(1, "orders"), 1);
        long revision = server.routes.revision();

        server.pass(Duration.ofSeconds(100));
        assertThat(server.isUnchanged(a, topics(1, "orders"), 1)).isTrue();
        server.pass(Duration.ofSeconds(100));

        assertThat(server.routes.revision()).isEqualTo(revision);
        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void sameBytesOverANewConnectionAreAppliedInFull() {
        server.register(a, topics(1, "orders"), 1);

        assertThat(server.isUnchanged(a, topics(1, "orders"), 2)).isFalse();
    }

    @Test
    void sameBytesUnderAnotherHeaderAreAppliedInFull() {
        server.register(a, topics(1, "orders"), 1);
        RegistrationHeader zoned =
                new RegistrationHeader(a.identity(), a.haServerAddress(), "z1", null, a.enableActingMaster(), 0);

        assertThat(server.isUnchanged(zoned, topics(1, "orders"), 1)).isFalse();
    }

    @Test
    void topicDeletedByAnOperatorComesBackWithTheNextRegistration() {
        server.register(a, topics(1, "orders", "bills"), 1);
        RoutesFixture.get(server.routes.deleteTopic("orders", null));
        assertThat(server.knows("orders")).isFalse();

        server.register(a, topics(1, "orders", "bills"), 1);

        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void deletionInOneClusterLeavesTheOthers() {
        server.register(a, topics(1, "orders"), 1);
        server.register(broker("c2", "b", 0, "b:1", true), topics(1, "orders"), 2);

        RoutesFixture.get(server.routes.deleteTopic("orders", "c1"));

        assertThat(server.route("orders")).isEqualTo("b{0=b:1} 4/6");
    }

    @Test
    void repeatedBodyThatWasAppliedBeforeAnIncrementIsNotTakenForUnchanged() {
        server.register(a, topics(1, "orders"), 1);
        server.register(a, with(topics(2), topic("orders", 8, 6)), 1);

        server.register(a, topics(1, "orders"), 1);

        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void splitRegistrationBecomesCheapOnceItRepeats() {
        List<Registration> pieces = List.of(whole(a, 1, "t1"), topics(1, "t2", "t3"), topics(1, "t4"));
        for (int round = 0; round < 3; round++) {
            pieces.forEach(piece -> server.register(a, piece, 1));
        }

        assertThat(pieces).allMatch(piece -> server.isUnchanged(a, piece, 1));
        assertThat(server.routes.topics()).contains("t1", "t2", "t3", "t4");
    }

    @Test
    void sameBrokerNameInAnotherClusterIsRefusedNamingBoth() {
        server.register(a, topics(1, "orders"), 1);

        assertThatThrownBy(() -> server.register(broker("c2", "a", 0, "x:1", true), topics(1, "other"), 2))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("c1")
                .hasMessageContaining("c2")
                .hasMessageContaining("broker[a]");
        assertThat(server.routes.topics()).containsExactly("orders");
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void addressUnderAnotherIdMoves() {
        server.register(broker("c1", "a", 1, "a:10911", true), topics(1, "orders"), 1);
        server.register(a, topics(1, "orders"), 1);

        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(server.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    void addressUnderAnotherBrokerNameMoves() {
        server.register(a, topics(1, "orders"), 1);
        server.register(broker("c1", "b", 0, "a:10911", true), topics(1, "orders"), 1);

        assertThat(server.route("orders")).isEqualTo("b{0=a:10911} 4/6");
        assertThat(server.routes.group("a")).isNull();
    }

    @Test
    void idTakenOverLeavesNothingOfTheFormerHolder() {
        server.register(a, topics(1, "orders"), 1);
        server.register(broker("c1", "a", 0, "new:1", true), topics(1, "orders"), 2);

        assertThat(server.route("orders")).isEqualTo("a{0=new:1} 4/6");
        assertThat(server.routes.brokerCount()).isEqualTo(1);
        assertThat(server.routes.dataVersion("c1", "a:10911")).isNull();
        server.close(1);
        assertThat(server.knows("orders")).isTrue();
    }

    @Test
    void lowerStateVersionIsRefusedAndChangesNothing() {
        server.register(
                a,
                new Registration(new DataVersion(5, 1, 1), topics(1, "orders").topics(), Map.of(), null),
                1);
        RegistrationHeader stale =
                new RegistrationHeader(new BrokerIdentity("c1", "a", 0, "old:1"), "ha", "zone", null, false, 0);

        assertThatThrownBy(() -> server.register(stale, topics(9, "stale"), 2)).hasMessageContaining("state version 5");
        assertThat(server.routes.topics()).containsExactly("orders");
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        Group group = server.routes.group("a");
        assertThat(group)
                .isNotNull()
                .extracting(value -> value.data().zoneName())
                .isNull();
    }

    @Test
    void oneWrongTopicRefusesAllOfIt() {
        Registration wrong = with(topics(1, "orders"), topic("  ", 4, 6));

        assertThatThrownBy(() -> server.register(a, wrong, 1)).hasMessageContaining("must not be blank");
        assertThat(server.routes.groups()).isEmpty();
        assertThat(server.routes.topics()).isEmpty();
    }

    @Test
    void unfitNamesAndAddressesAreRefusedByName() {
        assertThatThrownBy(() -> server.register(broker("c/1", "a", 0, "a:1", true), topics(1, "orders"), 1))
                .hasMessageContaining("clusterName [c/1]");
        assertThatThrownBy(() -> server.register(broker("c1", "a\nb", 0, "a:1", true), topics(1, "orders"), 1))
                .hasMessageContaining("brokerName [a?b]");
        assertThatThrownBy(() -> server.register(broker("c1", "a", 0, "a:0", true), topics(1, "orders"), 1))
                .hasMessageContaining("address [a:0]");
        assertThat(server.routes.groups()).isEmpty();
    }

    @Test
    void topicsThatStockBrokersMakeOfNamesAreTakenThoughNobodyMayAskForThem() {
        RegistrationHeader host = broker("my cluster", "host.example.com", 0, "a:1", true);
        server.register(host, whole(host, 1, "%RETRY%group+orders", "host.example.com_REPLY_TOPIC"), 1);

        assertThat(server.routes.topics())
                .contains("my cluster", "host.example.com", "%RETRY%group+orders", "host.example.com_REPLY_TOPIC");
    }

    @Test
    void slaveIsToldItsMasterAndBringsNoTopics() {
        server.register(a, topics(1, "orders"), 1);
        RegistrationResult told = server.register(slave("a", 1), topics(1, "orders", "only-on-slave"), 2);

        assertThat(told).isEqualTo(new RegistrationResult("a:10911", "ha-a:10911"));
        assertThat(server.knows("only-on-slave")).isFalse();
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/6");
    }

    @Test
    void firstSlaveOfNewBrokersBringsTopicsAndOldOnesDont() {
        server.register(slave("a", 1), topics(1, "orders"), 1);
        server.register(broker("c1", "b", 1, "b:1", null), topics(1, "old"), 2);

        assertThat(server.routes.topics()).containsExactly("orders");
    }

    @Test
    void brokerWithoutARoleBringsNothingAndIsNobodysMinimum() {
        server.register(broker("c1", "a", -1, "x:1", true), topics(1, "orders"), 1);

        assertThat(server.routes.topics()).isEmpty();
    }

    @Test
    void slaveThatBecomesFirstIsAppliedThoughItsBytesAreTheSame() {
        server.register(slave("a", 2), topics(1, "old"), 2);
        server.register(slave("a", 1), topics(1, "orders"), 1);
        server.register(slave("a", 2), topics(1, "mine"), 2);
        server.close(1);

        server.register(slave("a", 2), topics(1, "mine"), 2);

        assertThat(server.knows("mine")).isTrue();
    }

    @Test
    void readOnlyWithoutMasterIsNeverStored() {
        server.register(a, topics(1, "orders"), 1);
        server.register(slave("a", 1), topics(1, "orders"), 2);
        server.close(1);
        assertThat(server.route("orders")).isEqualTo("a{1=a-1:10911} 4/4");

        server.register(a, Registration.EMPTY, 3);

        assertThat(server.route("orders")).isEqualTo("a{0=a:10911, 1=a-1:10911} 4/6");
    }

    @Test
    void withoutActingMasterPermissionStaysWhenTheMasterLeaves() {
        RegistrationHeader master = broker("c1", "a", 0, "m:1", false);
        server.register(master, topics(1, "orders"), 1);
        server.register(broker("c1", "a", 1, "s:1", false), topics(1, "orders"), 2);
        server.close(1);

        assertThat(server.route("orders")).isEqualTo("a{1=s:1} 4/6");
    }

    @Test
    void topicEnteredApartIsAllOrNothing() {
        server.register(a, topics(1, "orders"), 1);
        QueueData known = new QueueData("a", 2, 2, 6, 0);

        assertThatThrownBy(() -> RoutesFixture.get(
                        server.routes.registerTopic("x", List.of(known, new QueueData("nobody", 1, 1, 6, 0)))))
                .hasMessageContaining("broker[nobody]");
        assertThat(server.knows("x")).isFalse();

        RoutesFixture.get(server.routes.registerTopic("x", List.of(known)));
        assertThat(server.route("x")).isEqualTo("a{0=a:10911} 2/6");
    }

    @Test
    void topicEnteredApartAsItIsChangesNothingAndOfABrokersTwoTheLastCounts() {
        server.register(a, topics(1, "orders"), 1);
        QueueData two = new QueueData("a", 2, 2, 6, 0);
        RoutesFixture.get(server.routes.registerTopic("x", List.of(new QueueData("a", 3, 3, 6, 0), two)));
        long revision = server.routes.revision();
        assertThat(server.route("x")).isEqualTo("a{0=a:10911} 2/6");

        RoutesFixture.get(server.routes.registerTopic("x", List.of(two)));

        assertThat(server.routes.revision()).isEqualTo(revision);
    }

    @Test
    void topicEnteredApartHasPossibleQueues() {
        server.register(a, topics(1, "orders"), 1);

        assertThatThrownBy(() ->
                        RoutesFixture.get(server.routes.registerTopic("x", List.of(new QueueData("a", 4, -1, 6, 0)))))
                .hasMessageContaining("topic[x] has 4 read and -1 write queues; each must be from 0 to");
        assertThat(server.knows("x")).isFalse();
    }

    @Test
    void zoneAndActingMasterAreThoseOfTheSmallestIdThatIsThere() {
        server.register(new RegistrationHeader(a.identity(), "ha", "z1", null, false, 0), topics(1, "orders"), 1);
        RegistrationHeader one = slave("a", 1);
        server.register(new RegistrationHeader(one.identity(), "ha", "z2", null, true, 0), topics(1), 2);
        assertThat(server.routes.group("a"))
                .isNotNull()
                .returns("z1", group -> group.data().zoneName())
                .returns(false, group -> group.data().enableActingMaster());

        server.close(1);

        assertThat(server.routes.group("a"))
                .isNotNull()
                .returns("z2", group -> group.data().zoneName())
                .returns(true, group -> group.data().enableActingMaster());
        assertThat(server.route("orders")).isEqualTo("a{1=a-1:10911} 4/4");
    }

    @Test
    void recreatedTopicDoesNotKeepItsStaticMapping() {
        server.register(a, mapped(whole(a, 1, "st"), "a", "st"), 1);
        assertThat(server.route("st")).endsWith("mapped [a]");
        RoutesFixture.get(server.routes.deleteTopic("st", null));

        server.register(a, whole(a, 2, "st"), 1);

        assertThat(server.route("st")).isEqualTo("a{0=a:10911} 4/6");
    }

    @Test
    void staticMappingLeavesWhenTwoWholeRegistrationsLackIt() {
        server.register(a, mapped(whole(a, 1, "st"), "a", "st"), 1);
        server.register(a, whole(a, 2, "st"), 1);
        server.register(a, whole(a, 2, "st"), 1);

        assertThat(server.route("st")).isEqualTo("a{0=a:10911} 4/6");
    }
}
