package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.testkit.LogLines;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import io.pharos.testkit.TestCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one address may ask and send in a second, over sockets; time stands still unless a test moves it. */
@Timeout(60)
class RateLimitTest {
    private static final int ONE_WAY = 2;
    private static final int BYTES = 65_536;
    private static final String REMARK = "too many requests from 127.0.0.1: more than 5 in a second; ask less often,"
            + " or raise maxRequestsPerSecondPerPeer at the name server";

    private final ManualClock clock = new ManualClock();
    private final ManualScheduler scheduler = new ManualScheduler(clock);

    @TempDir
    private Path folder;

    private Rig rig(UnaryOperator<RemotingServerConfig.Builder> settings) throws Exception {
        return new Rig(config -> settings.apply(config.drainTime(Duration.ZERO)), clock, scheduler);
    }

    private static int ask(Raw peer, int opaque) throws Exception {
        peer.send(Raw.echo(opaque));
        Command answer = peer.read();
        assertThat(answer.opaque()).isEqualTo(opaque);
        return answer.code();
    }

    @Test
    void requestsBeyondTheLimitAreAnsweredBusyWhoeverOfThePeerAsks() throws Exception {
        try (Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(5));
                Raw first = new Raw(rig.server.port());
                Raw second = new Raw(rig.server.port())) {
            for (int i = 0; i < 5; i++) {
                assertThat(ask(i % 2 == 0 ? first : second, i)).isZero();
            }
            second.send(Raw.echo(6));
            Command refused = second.read();
            assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
            assertThat(refused.remark()).isEqualTo(REMARK);
            try (Raw third = new Raw(rig.server.port())) {
                assertThat(ask(third, 7)).as("a new connection").isEqualTo(ResponseCode.SYSTEM_BUSY);
            }
            assertThat(rig.heard.limited).hasValue(2);
            assertThat(rig.heard.results).containsExactly(0, 0, 0, 0, 0, 2, 2);

            clock.advance(Duration.ofMillis(200));
            assertThat(ask(first, 8)).isZero();
            assertThat(ask(first, 9)).isEqualTo(ResponseCode.SYSTEM_BUSY);
            clock.advance(Duration.ofHours(1));
            for (int i = 0; i < 5; i++) {
                assertThat(ask(second, i)).isZero();
            }
            assertThat(ask(second, 10)).isEqualTo(ResponseCode.SYSTEM_BUSY);
        }
    }

    @Test
    void hangingUpDoesNotFillWhatIsUsedUp() throws Exception {
        try (Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(5))) {
            for (int i = 0; i < 8; i++) {
                try (Raw peer = new Raw(rig.server.port())) {
                    assertThat(ask(peer, i)).isEqualTo(i < 5 ? 0 : ResponseCode.SYSTEM_BUSY);
                }
                Awaitility.await().until(() -> rig.server.connections() == 0);
            }
            assertThat(rig.server.ratesKept()).isEqualTo(1);
            scheduler.advance(Duration.ofSeconds(6));
            assertThat(rig.server.ratesKept()).as("recovered").isZero();
        }
    }

    @Test
    void oneWayRequestsBeyondTheLimitAreDroppedAndCounted() throws Exception {
        try (Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(5));
                Raw peer = new Raw(rig.server.port())) {
            for (int i = 0; i < 9; i++) {
                peer.send(Raw.request(Ping.ECHO, i, 513, ONE_WAY, SerializeType.JSON));
            }
            assertThat(ask(peer, 9)).isEqualTo(ResponseCode.SYSTEM_BUSY);
            assertThat(rig.heard.limited).hasValue(5);
            assertThat(rig.heard.results).containsExactly(0, 0, 0, 0, 0, 2, 2, 2, 2, 2);
        }
    }

    @Test
    void anAnnouncedPeerHasALimitOfItsOwn() throws Exception {
        byte[] header = "PROXY TCP4 192.0.2.7 198.51.100.1 4711 9876\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(1));
                Raw announced = new Raw(rig.server.port());
                Raw plain = new Raw(rig.server.port())) {
            announced.send(header);
            assertThat(ask(announced, 1)).isZero();
            announced.send(Raw.echo(2));
            assertThat(announced.read().remark()).startsWith("too many requests from 192.0.2.7 via 127.0.0.1:");
            assertThat(ask(plain, 3)).isZero();
            assertThat(ask(plain, 4)).isEqualTo(ResponseCode.SYSTEM_BUSY);
        }
    }

    @Test
    void eventLoopsTogetherServeNoMoreThanTheLimit() throws Exception {
        int connections = 8;
        int each = 250;
        ExecutorService pool = Executors.newFixedThreadPool(connections);
        try (Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(1_000).eventLoopThreads(4))) {
            List<Future<Integer>> served = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                served.add(pool.submit(() -> servedOf(rig.server.port(), each)));
            }
            int sum = 0;
            for (Future<Integer> one : served) {
                sum += one.get();
            }
            assertThat(sum).isEqualTo(1_000);
            assertThat(rig.heard.limited).hasValue(connections * each - 1_000);
        } finally {
            pool.shutdownNow();
        }
    }

    private static int servedOf(int port, int requests) throws Exception {
        try (Raw peer = new Raw(port)) {
            for (int i = 0; i < requests; i++) {
                peer.send(Raw.echo(i));
            }
            int served = 0;
            for (int i = 0; i < requests; i++) {
                served += peer.read().code() == ResponseCode.SUCCESS ? 1 : 0;
            }
            return served;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesBeyondTheLimitAreReadWhenTheyArePaidFor(boolean secure) throws Exception {
        TestCertificate certificate = secure ? TestCertificate.create(folder, "a") : null;
        TlsConfig tls = certificate == null
                ? null
                : TlsConfig.of(TlsMode.ENFORCING, certificate.certificate(), certificate.key());
        int body = 20 * BYTES;
        try (Rig rig = rig(config -> config.maxBytesPerSecondPerPeer(BYTES).tls(tls));
                Raw plain = new Raw(rig.server.port());
                Raw peer = certificate == null
                        ? plain
                        : new Raw(TestCertificate.trustingFactory(certificate)
                                .createSocket(plain.socket, "localhost", rig.server.port(), true))) {
            long start = clock.monotonicNanos();
            ExecutorService sender = Executors.newSingleThreadExecutor();
            try {
                Future<?> sent = sender.submit(() -> {
                    peer.send(Raw.withBody(Raw.echo(1), body));
                    return null;
                });
                Awaitility.await().until(() -> rig.heard.heldUp.get() == 1);
                Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> {
                    scheduler.advance(Duration.ofMillis(100));
                    rig.server.turn().join();
                    return !rig.heard.results.isEmpty();
                });
                // All but the last read, which is paid for afterwards, and the second's worth that was there.
                assertThat(Duration.ofNanos(clock.monotonicNanos() - start)).isGreaterThan(Duration.ofSeconds(10));
                assertThat(peer.read().code()).isZero();
                sent.get();
            } finally {
                sender.shutdownNow();
            }
            assertThat(rig.heard.closed).isEmpty();
        }
    }

    @Test
    void aPeerThatIsNotReadIsNeitherIdleNorSilentAndIsReadAgain() throws Exception {
        int connections = 120;
        List<Raw> peers = new ArrayList<>();
        try (Rig rig = rig(config -> config.maxBytesPerSecondPerPeer(BYTES).idle(Duration.ofSeconds(1)))) {
            for (int i = 0; i < connections; i++) {
                Raw peer = new Raw(rig.server.port());
                peers.add(peer);
                peer.send(Raw.withBody(Raw.echo(i), 1_800));
                assertThat(peer.read().opaque()).isEqualTo(i);
            }
            assertThat(rig.heard.heldUp.get()).isGreaterThan(80).isLessThan(connections - 20);
            Raw last = peers.get(connections - 1);
            Connection heldUp = rig.heard.opened.get(connections - 1);
            last.send(Raw.echo(1_000));
            for (int i = 0; i < 8; i++) {
                scheduler.advance(Duration.ofMillis(250));
                rig.server.turn().join();
            }
            assertThat(rig.heard.results).as("not read yet").hasSize(connections);
            assertThat(heldUp.isOpen()).isTrue();
            assertThat(clock.monotonicNanos() - heldUp.heardNanos())
                    .isLessThanOrEqualTo(Duration.ofMillis(500).toNanos());
            assertThat(peers.get(0).isClosedByServer()).as("idle since 2 s").isTrue();

            Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
                scheduler.advance(Duration.ofMillis(50));
                rig.server.turn().join();
                return rig.heard.results.size() > connections;
            });
            assertThat(last.read().opaque()).isEqualTo(1_000);
        } finally {
            for (Raw peer : peers) {
                peer.close();
            }
        }
    }

    @Test
    void whoIsOverTheLimitIsToldOnceAMinute() throws Exception {
        try (LogLines lines = new LogLines(Pace.class.getName());
                Rig rig = rig(config -> config.maxRequestsPerSecondPerPeer(1));
                Raw peer = new Raw(rig.server.port())) {
            for (int i = 0; i < 50; i++) {
                ask(peer, i);
            }
            assertThat(lines.of("peer over its limit"))
                    .containsExactly("peer over its limit peer=[127.0.0.1] key=[maxRequestsPerSecondPerPeer]"
                            + " perSecond=[1]");
            clock.advance(Duration.ofMinutes(1));
            ask(peer, 50);
            ask(peer, 51);
            assertThat(lines.of("peer over its limit")).hasSize(2);
        }
    }

    @Test
    void aPeerThatHangsUpWhileItIsNotReadLeavesNothing() throws Exception {
        try (Rig rig = rig(config -> config.maxBytesPerSecondPerPeer(BYTES))) {
            Raw peer = new Raw(rig.server.port());
            peer.send(Raw.withBody(Raw.echo(1), BYTES));
            Awaitility.await().until(() -> rig.heard.heldUp.get() == 1);
            peer.hangUp();
            Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> {
                scheduler.advance(Duration.ofMillis(100));
                return rig.server.connections() == 0;
            });
        }
    }
}
