package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import io.pharos.testkit.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    @TempDir
    Path folder;

    private static void echo(Rig rig, @Nullable TlsClientConfig tls) throws Exception {
        RemotingClientConfig config =
                tls == null ? RemotingClientConfig.DEFAULT : RemotingClientConfig.DEFAULT.withTls(tls);
        try (RemotingClient client = new RemotingClient("tls-client", config, Clock.system(), rig.scheduler)) {
            assertThat(Ping.textOf(client.call(rig.address, Ping.echo("secure"), Duration.ofSeconds(5))
                            .get(10, TimeUnit.SECONDS)))
                    .isEqualTo("secure");
        }
    }

    private static void refused(Rig rig, @Nullable TlsClientConfig tls) {
        assertThatThrownBy(() -> echo(rig, tls)).hasCauseInstanceOf(IOException.class);
    }

    private TlsConfig config(TlsMode mode, TestCertificate certificate) {
        return TlsConfig.of(mode, certificate.certificate(), certificate.key());
    }

    @Test
    void permissiveServesPlainAndTlsPeersOnOnePort() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = new Rig(config -> config.tls(config(TlsMode.PERMISSIVE, certificate)))) {
            echo(rig, null);
            echo(rig, TlsClientConfig.trustingAnybody());
        }
    }

    @Test
    void permissiveWithoutACertificateClosesTlsPeers() throws Exception {
        try (Rig rig = new Rig(config -> config.tls(TlsConfig.of(TlsMode.PERMISSIVE)))) {
            echo(rig, null);
            refused(rig, TlsClientConfig.trustingAnybody());
        }
    }

    @Test
    void enforcingClosesPlainPeers() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = new Rig(config -> config.tls(config(TlsMode.ENFORCING, certificate)))) {
            echo(rig, TlsClientConfig.trustingAnybody());
            refused(rig, null);
            assertThat(rig.heard.refusals).containsExactly(RemotingObserver.Refusal.TLS_MODE);
        }
    }

    @Test
    void disabledClosesTlsPeers() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = new Rig(config -> config.tls(config(TlsMode.DISABLED, certificate)))) {
            echo(rig, null);
            refused(rig, TlsClientConfig.trustingAnybody());
        }
    }

    @Test
    void aClientCertificateIsAskedForWhenItIsAMust() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server");
        TestCertificate client = TestCertificate.create(folder, "client");
        TestCertificate stranger = TestCertificate.create(folder, "stranger");
        TlsConfig config = new TlsConfig(
                TlsMode.ENFORCING,
                server.certificate(),
                server.encryptedKey("secret"),
                "secret",
                TlsClientAuth.REQUIRE,
                client.certificate(),
                List.of(),
                List.of());
        try (Rig rig = new Rig(builder -> builder.tls(config))) {
            echo(rig, TlsClientConfig.trustingAnybody().withCertificate(client.certificate(), client.key()));
            refused(rig, TlsClientConfig.trustingAnybody());
            refused(rig, TlsClientConfig.trustingAnybody().withCertificate(stranger.certificate(), stranger.key()));
        }
    }

    @Test
    void aClientTrustsWhomItWasToldTo() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server");
        TestCertificate stranger = TestCertificate.create(folder, "stranger");
        try (Rig rig = new Rig(config -> config.tls(config(TlsMode.ENFORCING, server)))) {
            echo(rig, TlsClientConfig.trusting(server.certificate()));
            refused(rig, TlsClientConfig.trusting(stranger.certificate()));
            TlsClientConfig authoritiesOfTheJdk =
                    new TlsClientConfig(true, null, null, null, null, List.of(), List.of());
            refused(rig, authoritiesOfTheJdk);
            TlsClientConfig unused =
                    new TlsClientConfig(false, stranger.certificate(), null, null, null, List.of(), List.of());
            echo(rig, unused);
        }
    }

    @Test
    void aClientUsesTheVersionsAndCiphersItWasTold() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server");
        TlsConfig only13 = new TlsConfig(
                TlsMode.ENFORCING,
                server.certificate(),
                server.key(),
                null,
                TlsClientAuth.NONE,
                null,
                List.of("TLSv1.3"),
                List.of("TLS_AES_128_GCM_SHA256"));
        try (Rig rig = new Rig(config -> config.tls(only13))) {
            echo(rig, TlsClientConfig.trustingAnybody());
            refused(rig, restricted("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"));
            refused(rig, restricted("TLSv1.3", "TLS_AES_256_GCM_SHA384"));
            echo(rig, restricted("TLSv1.3", "TLS_AES_128_GCM_SHA256"));
        }
    }

    private static TlsClientConfig restricted(String protocol, String cipher) {
        return new TlsClientConfig(false, null, null, null, null, List.of(protocol), List.of(cipher));
    }

    @Test
    void filesOfAClientThatCannotBeUsedAreNamedAtItsStart() throws Exception {
        TestCertificate own = TestCertificate.create(folder, "own");
        TestCertificate other = TestCertificate.create(folder, "other");
        Path missing = folder.resolve("missing.pem");
        try (Rig rig = new Rig()) {
            for (TlsClientConfig unusable : List.of(
                    new TlsClientConfig(false, null, own.certificate(), null, null, List.of(), List.of()),
                    new TlsClientConfig(false, null, null, own.key(), null, List.of(), List.of()),
                    TlsClientConfig.trustingAnybody().withCertificate(own.certificate(), other.key()),
                    TlsClientConfig.trusting(missing),
                    TlsClientConfig.trusting(own.key()))) {
                assertThatThrownBy(() -> echo(rig, unusable))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("TLS files of TlsClientConfig");
            }
        }
    }

    @Test
    void nothingAfterAMalformedFrameIsRead() throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = new Rig(config -> config.tls(config(TlsMode.ENFORCING, certificate)));
                GatheringSocket plain = new GatheringSocket(rig.server.port());
                Raw raw = new Raw(TestCertificate.trustingFactory(certificate)
                        .createSocket(plain, "localhost", plain.getPort(), true))) {
            raw.send(Raw.echo(1));
            assertThat(raw.read().opaque()).isEqualTo(1);
            plain.gather();
            raw.send(new byte[] {-1, -1, -1, -1});
            raw.send(Raw.echo(2));
            plain.sendGathered();
            assertThat(raw.isClosedByServer()).isTrue();
            assertThat(rig.heard.results).containsExactly(0);
        }
    }

    @Test
    void aChangedCertificateIsUsedForNewConnectionsAndABrokenOneIsNot() throws Exception {
        TestCertificate old = TestCertificate.create(folder, "old");
        TestCertificate fresh = TestCertificate.create(folder, "fresh");
        ManualClock clock = new ManualClock();
        ManualScheduler scheduler = new ManualScheduler(clock);
        Path certificate = Files.copy(old.certificate(), folder.resolve("used.pem"));
        Path key = Files.copy(old.key(), folder.resolve("used.key"));
        TlsConfig config = TlsConfig.of(TlsMode.ENFORCING, certificate, key);
        try (Rig rig = new Rig(builder -> builder.tls(config).drainTime(Duration.ZERO), clock, scheduler)) {
            SSLSocketFactory factory = TestCertificate.trustingFactory(old, fresh);
            assertThat(served(factory, rig)).contains("old");

            Files.copy(fresh.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            scheduler.advance(Duration.ofSeconds(1));
            assertThat(served(factory, rig)).as("the key does not fit yet").contains("old");

            Files.copy(fresh.key(), key, StandardCopyOption.REPLACE_EXISTING);
            scheduler.advance(Duration.ofSeconds(1));
            assertThat(served(factory, rig)).contains("fresh");

            Files.writeString(certificate, "rubbish");
            scheduler.advance(Duration.ofSeconds(1));
            assertThat(served(factory, rig)).contains("fresh");
        }
    }

    private static String served(SSLSocketFactory factory, Rig rig) throws IOException {
        try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", rig.server.port())) {
            SSLSession session = socket.getSession();
            return ((X509Certificate) session.getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    /** Sends several writes, which are TLS records of their own, as one. */
    private static final class GatheringSocket extends Socket {
        private @Nullable ByteArrayOutputStream gathered;

        GatheringSocket(int port) throws IOException {
            super(InetAddress.getLoopbackAddress(), port);
        }

        void gather() {
            gathered = new ByteArrayOutputStream();
        }

        void sendGathered() throws IOException {
            byte[] all = gathered == null ? new byte[0] : gathered.toByteArray();
            gathered = null;
            super.getOutputStream().write(all);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (gathered != null) {
                        gathered.write(bytes, offset, length);
                    } else {
                        out.write(bytes, offset, length);
                    }
                }
            };
        }
    }
}
