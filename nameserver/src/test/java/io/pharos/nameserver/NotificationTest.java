package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.NotifyMinBrokerIdChange;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Handler;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RemotingObserver;
import io.pharos.remoting.RemotingServer;
import io.pharos.remoting.RemotingServerConfig;
import io.pharos.remoting.RequestTable;
import io.pharos.remoting.TlsClientAuth;
import io.pharos.remoting.TlsClientConfig;
import io.pharos.remoting.TlsConfig;
import io.pharos.remoting.TlsMode;
import io.pharos.testkit.LogLines;
import io.pharos.testkit.TestCertificate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the news of a group's smallest id (905) reach a broker, with TLS and without. */
class NotificationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void plainBrokersHearOfItWithoutTls() throws Exception {
        try (Broker broker = new Broker(TlsConfig.of(TlsMode.DISABLED))) {
            assertThat(broker.hearsFrom(Map.of())).isTrue();
        }
    }

    @Test
    void tlsBrokersHearOfItWhenTlsIsEnabled() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "broker");
        try (Broker broker = new Broker(enforcing(certificate))) {
            assertThat(broker.hearsFrom(Map.of("tls.enable", "true"))).isTrue();
        }
    }

    @Test
    void anEnforcingNameServerSpeaksTlsToBrokersToo() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "broker");
        Map<String, String> settings = Map.of(
                "tls.server.mode", "enforcing",
                "tls.server.certPath", certificate.certificate().toString(),
                "tls.server.keyPath", certificate.key().toString());
        try (Broker broker = new Broker(enforcing(certificate))) {
            assertThat(broker.hearsFrom(settings)).isTrue();
        }
    }

    @Test
    void bothSidesMayAskForATrustedCertificateNamedInTheTlsFile() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "broker");
        TestCertificate own = TestCertificate.create(folder, "nameserver");
        TlsConfig demanding = new TlsConfig(
                TlsMode.ENFORCING,
                certificate.certificate(),
                certificate.key(),
                null,
                TlsClientAuth.REQUIRE,
                own.certificate(),
                List.of("TLSv1.2"),
                List.of());
        Path file = Files.writeString(
                folder.resolve("tls.properties"),
                String.join(
                        "\n",
                        "tls.client.authServer=true",
                        "tls.client.trustCertPath=" + certificate.certificate(),
                        "tls.client.certPath=" + own.certificate(),
                        "tls.client.keyPath=" + own.encryptedKey("secret"),
                        "tls.client.keyPassword=secret",
                        "tls.protocols=TLSv1.2"));
        try (Broker broker = new Broker(demanding)) {
            assertThat(broker.hearsFrom(Map.of("tls.enable", "true", "tls.config.file", file.toString())))
                    .isTrue();
        }
    }

    @Test
    void aBrokerThatIsNotTrustedHearsNothing() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "broker");
        TestCertificate other = TestCertificate.create(folder, "other");
        Map<String, String> settings = Map.of(
                "tls.enable",
                "true",
                "tls.client.authServer",
                "true",
                "tls.client.trustCertPath",
                other.certificate().toString());
        try (Broker broker = new Broker(enforcing(certificate))) {
            assertThat(broker.hearsFrom(settings)).isFalse();
        }
    }

    @Test
    void brokersThatCannotBeToldAreToldOfAFewTimes() throws Exception {
        EventLoop timer = new EventLoop("test");
        try (LogLines lines = new LogLines(NameServer.class.getName())) {
            try (NameServer nameServer = new NameServerConfigs().start(Map.of());
                    RemotingClient client =
                            new RemotingClient("test", RemotingClientConfig.DEFAULT, Clock.system(), timer)) {
                for (int i = 0; i < 50; i++) {
                    register(client, nameServer, "group-" + i, 1, "127.0.0.1:" + (100 + i));
                    register(client, nameServer, "group-" + i, 0, "127.0.0.2:" + (100 + i));
                }
                Awaitility.await()
                        .until(() -> lines.of("broker not notified address=[127.0.0.1:1")
                                        .size()
                                >= 20);
            }
            assertThat(lines.of("broker not notified")).hasSize(20);
        } finally {
            timer.close();
        }
    }

    @Test
    void unusableFilesEndTheStartInOneLine() {
        NameServerConfigs configs = new NameServerConfigs();
        assertThatThrownBy(
                        () -> configs.start(Map.of("tls.enable", "true", "tls.client.certPath", "/nowhere/client.pem"))
                                .close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/nowhere/client.pem")
                .hasMessageNotContaining("\n");
    }

    private static void register(RemotingClient client, NameServer nameServer, String group, long id, String address)
            throws Exception {
        Registration topics = new Registration(new DataVersion(0, 1, 1), Map.of(), Map.of(), List.of());
        RegisterBroker request = new RegisterBroker(
                group,
                address,
                "cluster",
                "127.0.0.1:2",
                id,
                null,
                true,
                false,
                0,
                null,
                ByteBuffer.wrap(RegistrationCodec.encodePlain(topics, 0)));
        assertThat(client.call(nameServer.address(), request, PATIENCE)
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .code())
                .isZero();
    }

    private static TlsConfig enforcing(TestCertificate certificate) {
        return TlsConfig.of(TlsMode.ENFORCING, certificate.certificate(), certificate.key());
    }

    /** Starts name servers in the test's folder. */
    private final class NameServerConfigs {
        NameServer start(Map<String, String> tls) throws Exception {
            Map<String, String> flags = new HashMap<>(Map.of(
                    "bindAddress",
                    "127.0.0.1",
                    "listenPort",
                    "0",
                    "notifyMinBrokerIdChanged",
                    "true",
                    "dataDir",
                    folder.resolve("data").toString()));
            Map<String, String> properties = new HashMap<>(
                    Map.of("tls.config.file", folder.resolve("none").toString()));
            properties.putAll(tls);
            NameServerConfig config = NameServerConfig.reader()
                    .systemProperties(properties)
                    .flags(flags)
                    .build();
            return NameServer.start(config, Clock.system());
        }
    }

    /** The listening side of a slave. */
    private final class Broker implements AutoCloseable {
        private final BlockingQueue<Boolean> news = new LinkedBlockingQueue<>();
        private final EventLoop timer = new EventLoop("broker-timer");
        private final RemotingServer server;

        Broker(TlsConfig tls) throws IOException {
            RemotingServerConfig config = RemotingServerConfig.builder()
                    .bindAddress("127.0.0.1")
                    .eventLoopThreads(1)
                    .tls(tls)
                    .build();
            RequestTable table = RequestTable.builder()
                    .onEventLoop(NotifyMinBrokerIdChange.SPEC, Handler.answering((change, exchange) -> {
                        news.add(Long.valueOf(0).equals(change.minBrokerId()));
                        return Reply.OK;
                    }))
                    .build();
            server = RemotingServer.builder(config, table, Clock.system(), timer)
                    .observer(new RemotingObserver() {
                        @Override
                        public void disconnected(CloseCause cause) {
                            news.add(false);
                        }
                    })
                    .start();
        }

        /** Registers it as a slave and then a master, and waits for what comes of the news. */
        boolean hearsFrom(Map<String, String> settings) throws Exception {
            boolean secure = settings.containsKey("tls.server.mode");
            RemotingClientConfig config = secure
                    ? RemotingClientConfig.DEFAULT.withTls(TlsClientConfig.trustingAnybody())
                    : RemotingClientConfig.DEFAULT;
            try (NameServer nameServer = new NameServerConfigs().start(settings);
                    RemotingClient client = new RemotingClient("test", config, Clock.system(), timer)) {
                register(client, nameServer, "group", 1, "127.0.0.1:" + server.port());
                register(client, nameServer, "group", 0, "127.0.0.1:1");
                Boolean heard = news.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(heard).as("neither news nor a failed connection").isNotNull();
                return heard;
            }
        }

        @Override
        public void close() {
            server.close();
            timer.close();
        }
    }
}
