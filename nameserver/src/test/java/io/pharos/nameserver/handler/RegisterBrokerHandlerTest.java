package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.broker;
import static io.pharos.nameserver.handler.Brokers.master;
import static io.pharos.nameserver.handler.Brokers.registration;
import static io.pharos.nameserver.handler.Brokers.slave;
import static io.pharos.nameserver.handler.Brokers.topic;
import static io.pharos.nameserver.handler.Brokers.topics;
import static io.pharos.nameserver.handler.Brokers.withBody;
import static io.pharos.nameserver.handler.HandlerFixture.assertPlainSuccess;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static io.pharos.nameserver.handler.HandlerFixture.with;
import static io.pharos.nameserver.handler.HandlerFixture.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.handler.RegistrationObserver.Outcome;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.RegistrationCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("103")
class RegisterBrokerHandlerTest {
    private static final int BEFORE_FULL_BODIES = RegistrationCodec.FIRST_FULL_VERSION - 1;

    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
    }

    @Test
    void aMasterIsRegisteredWhenItIsAnsweredAndToldNothing() {
        assertPlainSuccess(server.ask(master("a", "orders")));

        assertThat(server.routes.topics()).containsExactly("orders");
        assertThat(server.outcomes).containsExactly(Outcome.CHANGED);
    }

    @Test
    void aSlaveIsToldItsMaster() {
        server.register(master("a", "orders"));

        Reply answer = server.ask(slave("a", 1));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext())
                .isEqualTo(ExtFields.builder()
                        .put("haServerAddr", "ha-a:10911")
                        .put("masterAddr", "a:10911")
                        .build());
    }

    @Test
    void aSlaveWithoutAMasterIsToldNothing() {
        assertPlainSuccess(server.ask(slave("a", 1)));
    }

    @Test
    void theOrderConfigurationComesBackUnlessThatIsTurnedOff() {
        server.ask(new PutKvConfig("ORDER_TOPIC_CONFIG", "orders", "a:4"));

        assertThat(HandlerFixture.text(server.ask(master("a")))).isEqualTo("{\"table\":{\"orders\":\"a:4\"}}");
        server.config.update("returnOrderTopicConfigToBroker=false", new Who("test", null));
        assertPlainSuccess(server.ask(master("a")));
    }

    @Test
    void theSameRegistrationAgainNeedsNoDecoding() {
        server.register(slave("a", 1, "orders"));
        server.register(slave("a", 1, "orders"));
        server.decoding.full = true;

        assertPlainSuccess(server.ask(slave("a", 1, "orders")));
        assertThat(server.outcomes).last().isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void everyFormOfTheBodyIsTakenForWhatItIs() {
        RegisterBroker request = master("a");
        byte[] deflated = RegistrationCodec.encodeDeflated(registration(topics("deflated")), false);
        byte[] legacy = RegistrationCodec.encodeLegacy(registration(topics("legacy")));

        server.register(withBody(request, true, 0, deflated));
        assertThat(server.routes.topics()).containsExactly("deflated");
        assertPlainSuccess(server.ask(server.peer, BEFORE_FULL_BODIES, withBody(request, false, 0, legacy)));
        assertThat(server.routes.topics()).contains("legacy");
        server.register(withBody(request, false, 0, new byte[0]));
        assertThat(server.outcomes).containsExactly(Outcome.CHANGED, Outcome.CHANGED, Outcome.CHANGED);
    }

    @Test
    void aDeflatedBodyThatIsNotSaidToBeSoIsAcceptedToo() {
        byte[] deflated = RegistrationCodec.encodeDeflated(registration(topics("orders")), true);

        server.register(withBody(master("a"), false, 0, deflated));

        assertThat(server.routes.topics()).containsExactly("orders");
    }

    @Test
    void theChecksumIsCheckedWhenItIsSent() {
        RegisterBroker request = master("a", "orders");
        byte[] body = RegistrationCodec.encodePlain(registration(topics("orders")), 0);
        int crc = RegistrationCodec.crc32(request.body());

        refused(withBody(request, false, crc + 1, body), "crc32 not match");
        server.register(withBody(request, false, crc, body));
    }

    @Test
    void mandatoryFieldsAreNeededByName() {
        server.assertMandatory(master("a"), "brokerName", "brokerAddr", "clusterName", "brokerId");
        assertThat(server.routes.brokerCount()).isZero();
    }

    @Test
    void whatABrokerBefore5LeavesOutIsNotNeeded() {
        ExtFields fields = master("a").toExt();
        for (String optional : List.of("haServerAddr", "compressed", "bodyCrc32", "enableActingMaster")) {
            fields = without(fields, optional);
        }
        assertPlainSuccess(server.ask(103, fields));
    }

    @Test
    void absurdFieldsAreRefusedByNameAndValue() {
        refused("brokerId", "-2", "REGISTER_BROKER: header field brokerId is [-2]; it must be from -1 to ");
        refused("brokerId", "zero", "REGISTER_BROKER: header field brokerId is [zero]; it must be a whole number");
        refused(
                "heartbeatTimeoutMillis",
                "3600001",
                "REGISTER_BROKER: header field heartbeatTimeoutMillis is [3600001]");
        refused("heartbeatTimeoutMillis", "soon", "REGISTER_BROKER: header field heartbeatTimeoutMillis is [soon]");
        refused("bodyCrc32", "2147483648", "REGISTER_BROKER: header field bodyCrc32 is [2147483648]");
        refused(
                "heartbeatTimeoutMillis",
                "999",
                "REGISTER_BROKER: header field heartbeatTimeoutMillis is [999]; it must be from 1000 to 3600000");
    }

    @Test
    void impossibleNamesAndAddressesAreRefusedWithTheRule() {
        refused("brokerName", "a/b", "registration of broker[a/b] id 0 at a:10911 of cluster[c1] refused: brokerName");
        refused("brokerName", "a\nb", "registration of broker[a?b] id 0 at a:10911 of cluster[c1] refused: brokerName");
        refused("clusterName", "c".repeat(128), "registration of broker[a] id 0 at a:10911 of cluster[ccc");
        for (String address : List.of("a", ":1", "a:0", "a:65536", "a b:1", "a:1x")) {
            refused(
                    "brokerAddr",
                    address,
                    "registration of broker[a] id 0 at " + address + " of cluster[c1] refused: address [" + address
                            + "]");
        }
    }

    @Test
    void absurdRemoteTextIsShownBoundedInItsRefusal() {
        Reply answer = server.ask(103, with(master("a").toExt(), "brokerName", "b".repeat(1_000_000)));

        assertRefused(answer, 1, "registration of broker[bbb");
        assertThat(String.valueOf(answer.remark())).hasSizeLessThan(700);
    }

    @Test
    void impossibleTopicsRefuseAllOfTheRegistration() {
        String start = "registration of broker[a] id 0 at a:10911 of cluster[c1] refused: topic";
        for (int queues : new int[] {-1, (1 << 20) + 1}) {
            refused(
                    broker(
                            "c1",
                            "a",
                            0,
                            "a:10911",
                            null,
                            registration(List.of(topic("good", 4, 6, 0), topic("bad", queues, 6, 0)))),
                    start + "[bad] has " + queues + " read and " + queues
                            + " write queues; each must be from 0 to 1048576");
        }
        for (String name : List.of("a/b", "x".repeat(256), " ")) {
            refused(broker("c1", "a", 0, "a:10911", null, registration(topics("good", name))), start + " [");
        }
    }

    @Test
    void aBodyThatCannotBeReadIsRefusedByName() {
        for (String garbage : new String[] {"{", "[]", "\0", "{\"topicConfigSerializeWrapper\":7}"}) {
            refused(
                    withBody(master("a"), false, 0, garbage.getBytes(StandardCharsets.UTF_8)),
                    "registration body refused: ");
        }
        refused(withBody(master("a"), true, 0, new byte[] {0x78, 1, 2, 3}), "deflated registration body refused: ");
    }

    @Test
    void aBrokerOfThatNameInAnotherClusterIsRefusedNamingBoth() {
        server.register(master("a", "orders"));

        assertRefused(
                server.ask(broker("c2", "a", 0, "x:1", null, registration(topics("orders")))),
                1,
                "registration of broker[a] id 0 at x:1 of cluster[c2] refused: cluster[c1] has a broker of that name;");
        assertThat(server.outcomes).last().isEqualTo(Outcome.REFUSED);
    }

    @Test
    void aRegistrationOverAClosedOrOlderConnectionIsRefused() {
        FakeConnection newer = new FakeConnection(2);
        server.ask(newer, Command.VERSION, master("a"));
        assertRefused(
                server.ask(master("a", "orders")),
                1,
                "registration of broker[a] id 0 at a:10911 of cluster[c1] refused: a newer connection has registered it");
        FakeConnection closed = new FakeConnection(3);
        closed.close();
        assertRefused(
                server.ask(closed, Command.VERSION, master("a")),
                1,
                "registration of broker[a] id 0 at a:10911 of cluster[c1] refused: its connection is closed");
    }

    @Test
    void aRegistrationIsAnsweredBusyWhenTooManyWaitToBeDecoded() {
        server.decoding.full = true;

        assertRefused(server.ask(master("a", "orders")), 2, "[OVERLOAD]system busy");
        assertThat(server.outcomes).containsExactly(Outcome.REFUSED);
        assertThat(server.routes.brokerCount()).isZero();
    }

    private void refused(RegisterBroker request, String remarkStart) {
        assertRefused(server.ask(request), 1, remarkStart);
        assertThat(server.routes.brokerCount()).isZero();
        assertThat(server.outcomes).isNotEmpty().containsOnly(Outcome.REFUSED);
    }

    private void refused(String field, String value, String remarkStart) {
        assertRefused(server.ask(103, with(master("a").toExt(), field, value)), 1, remarkStart);
        assertThat(server.routes.brokerCount()).isZero();
    }
}
