package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LimitsTest {

    @Test
    void aConnectionOverTheLimitInAllIsClosedAndAPlaceIsGivenBack() throws Exception {
        try (Rig rig = new Rig(config -> config.maxConnections(2));
                Raw first = new Raw(rig.server.port());
                Raw second = new Raw(rig.server.port())) {
            Awaitility.await().until(() -> rig.server.connections() == 2);
            try (Raw third = new Raw(rig.server.port())) {
                assertThat(third.isClosedByServer()).isTrue();
            }
            assertThat(rig.heard.refusals).containsExactly(RemotingObserver.Refusal.TOO_MANY);
            second.hangUp();
            Awaitility.await().until(() -> rig.server.connections() == 1);
            try (Raw fourth = new Raw(rig.server.port())) {
                fourth.send(Raw.echo(4));
                assertThat(fourth.read().opaque()).isEqualTo(4);
            }
            first.send(Raw.echo(1));
            assertThat(first.read().opaque()).isEqualTo(1);
        }
    }

    @Test
    void connectionsOfAnAnnouncedPeerAreCountedForIt() throws Exception {
        byte[] header = "PROXY TCP4 192.0.2.7 198.51.100.1 4711 9876\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Rig rig = new Rig(config -> config.maxConnectionsPerPeer(1));
                Raw first = new Raw(rig.server.port())) {
            first.send(Raw.join(header, Raw.echo(1)));
            assertThat(first.read().opaque()).isEqualTo(1);
            try (Raw second = new Raw(rig.server.port())) {
                second.send(Raw.join(header, Raw.echo(2)));
                assertThat(second.isClosedByServer()).isTrue();
            }
            assertThat(rig.heard.refusals).containsExactly(RemotingObserver.Refusal.TOO_MANY_FROM_PEER);
            assertThat(rig.heard.results).as("requests served").hasSize(1);
        }
    }

    @Test
    void aQuietConnectionIsClosedAsIdleAndABusyOneIsNot() throws Exception {
        ManualClock clock = new ManualClock();
        ManualScheduler scheduler = new ManualScheduler(clock);
        Rig rig = new Rig(config -> config.idle(Duration.ofMinutes(2)).drainTime(Duration.ZERO), clock, scheduler);
        try (rig;
                Raw quiet = new Raw(rig.server.port());
                Raw busy = new Raw(rig.server.port());
                Raw half = new Raw(rig.server.port())) {
            quiet.send(Raw.echo(1));
            quiet.read();
            half.send(Raw.join(Raw.echo(1), new byte[] {0, 0, 1}));
            half.read();
            for (int i = 0; i < 5; i++) {
                half.send(new byte[] {0});
                scheduler.advance(Duration.ofSeconds(27));
                busy.send(Raw.echo(i));
                busy.read();
            }
            assertThat(quiet.isClosedByServer()).isTrue();
            assertThat(half.isClosedByServer()).isTrue();
            busy.send(Raw.echo(9));
            assertThat(busy.read().opaque()).isEqualTo(9);
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(rig.heard.closed).containsExactly(CloseCause.IDLE, CloseCause.IDLE));
        }
    }
}
