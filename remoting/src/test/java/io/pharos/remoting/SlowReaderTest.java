package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that do not read their answers, and peers that do not finish their requests. */
class SlowReaderTest {
    private static final int REQUESTS = 400;
    private static final byte[] ANSWER = new byte[64 * 1024];

    @TempDir
    Path folder;

    private Raw peer(Rig rig, @Nullable TestCertificate certificate) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.server.port());
        socket.setReceiveBufferSize(16 * 1024);
        return new Raw(
                certificate == null
                        ? socket
                        : TestCertificate.trustingFactory(certificate)
                                .createSocket(socket, "localhost", socket.getPort(), true));
    }

    private static UnaryOperator<RemotingServerConfig.Builder> bounded(@Nullable TestCertificate certificate) {
        TlsConfig tls = certificate == null
                ? null
                : TlsConfig.of(TlsMode.ENFORCING, certificate.certificate(), certificate.key());
        return config -> config.writeBuffer(32 * 1024, 128 * 1024)
                .maxQueuedBytes(1 << 20)
                .sendBuffer(16 * 1024)
                .tls(tls);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPeerForWhichTooMuchIsQueuedIsClosedAndNobodyElse(boolean secure) throws Exception {
        TestCertificate certificate = secure ? TestCertificate.create(folder, "a") : null;
        try (Rig rig = new Rig(bounded(certificate));
                Raw slow = peer(rig, certificate);
                Raw other = peer(rig, certificate)) {
            for (int i = 0; i < REQUESTS; i++) {
                slow.send(Raw.request(Ping.SLOW, i, 513, 0, SerializeType.ROCKETMQ));
            }
            slow.send(Raw.echo(REQUESTS));
            assertThat(slow.read().opaque()).isEqualTo(REQUESTS);
            rig.slow.complete(Reply.ok(ANSWER));
            Awaitility.await().untilAsserted(() -> assertThat(rig.heard.closed).containsExactly(CloseCause.ERROR));
            other.send(Raw.echo(7));
            assertThat(other.read().opaque()).isEqualTo(7);
            assertThat(rig.server.connections()).isEqualTo(1);
        }
    }

    @Test
    void whatIsPushedToAPeerThatDoesNotReadCountsToo() throws Exception {
        try (Rig rig = new Rig(bounded(null));
                Raw slow = peer(rig, null)) {
            slow.send(Raw.echo(1));
            slow.read();
            Connection connection = rig.heard.opened.get(0);
            String content = "x".repeat(ANSWER.length);
            CompletableFuture<Void> last = new CompletableFuture<>();
            for (int i = 0; i < REQUESTS; i++) {
                last = connection.notify(new Ping(Ping.ECHO, "news", content));
            }
            CompletableFuture<Void> lost = last;
            Awaitility.await().untilAsserted(() -> assertThat(lost).isCompletedExceptionally());
            assertThat(connection.isOpen()).isFalse();
            Awaitility.await().untilAsserted(() -> assertThat(rig.heard.closed).containsExactly(CloseCause.ERROR));
        }
    }

    @Test
    void aPausedPeerThatReadsAgainGetsEverythingInOrder() throws Exception {
        try (Rig rig = new Rig(config -> bounded(null).apply(config).maxQueuedBytes(4 << 20));
                Raw slow = peer(rig, null)) {
            for (int i = 0; i < 30; i++) {
                slow.send(Raw.request(Ping.BIG, i, 513, 0, SerializeType.ROCKETMQ));
            }
            Awaitility.await().until(() -> !rig.heard.results.isEmpty());
            for (int i = 0; i < 30; i++) {
                assertThat(slow.read().opaque()).isEqualTo(i);
            }
            assertThat(rig.heard.closed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 8_000, 200_000})
    void unfinishedFramesOfManyPeersAreBounded(int step) throws Exception {
        int limit = 1 << 20;
        int each = 800_000;
        byte[] start = {0, (byte) 0xF0, 0, 0};
        try (Rig rig = new Rig(config -> config.maxPartialBytes(limit))) {
            try (Raw first = new Raw(rig.server.port());
                    Raw second = new Raw(rig.server.port());
                    Raw third = new Raw(rig.server.port());
                    Raw good = new Raw(rig.server.port())) {
                for (Raw peer : new Raw[] {first, second, third}) {
                    sendUntilClosed(peer, start, each, step);
                }
                Awaitility.await().until(() -> rig.heard.malformed.get() >= 2);
                good.send(Raw.echo(1));
                assertThat(good.read().opaque()).isEqualTo(1);
            }
            Awaitility.await().until(() -> rig.server.connections() == 0);
            try (Raw later = new Raw(rig.server.port())) {
                byte[] request = Raw.echo(2);
                byte[] padded = Raw.join(Raw.withBody(request, 200_000), Raw.echo(3));
                later.send(padded);
                assertThat(later.read().opaque()).isEqualTo(2);
                assertThat(later.read().opaque()).isEqualTo(3);
            }
        }
    }

    private static void sendUntilClosed(Raw peer, byte[] start, int bytes, int step) {
        try {
            peer.send(start);
            for (int sent = 0; sent < bytes; sent += step) {
                peer.send(new byte[step]);
            }
        } catch (IOException closed) {
            assertThat(closed).isNotNull();
        }
    }
}
