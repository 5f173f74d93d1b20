package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.unix.Errors;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** What the operating system is asked, and how its verdict is known from other failures. */
class PeerLossTest {

    @Test
    void aSocketIsGivenTheTimesThatAddUpToWhatIsAsked() throws Exception {
        EventLoopGroup group = Transport.best().newGroup("loss", 1);
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Channel channel = connect(group, peer);
            PeerLoss.noticeWithin(channel, Duration.ofSeconds(10));
            channel.eventLoop().submit(() -> {}).sync();

            assertThat(channel.config().getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
            if (Transport.best() == Transport.EPOLL) {
                assertThat(channel.config().getOption(EpollChannelOption.TCP_USER_TIMEOUT))
                        .isEqualTo(10_000);
                assertThat(channel.config().getOption(EpollChannelOption.TCP_KEEPIDLE))
                        .isEqualTo(5);
                assertThat(channel.config().getOption(EpollChannelOption.TCP_KEEPINTVL))
                        .isEqualTo(1);
                assertThat(channel.config().getOption(EpollChannelOption.TCP_KEEPCNT))
                        .isEqualTo(5);
            } else {
                assertThat(channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE)))
                        .isEqualTo(5);
                assertThat(channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL)))
                        .isEqualTo(1);
                assertThat(channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT)))
                        .isEqualTo(5);
            }
        } finally {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void aSocketThatIsClosedAlreadyIsLeftAlone() throws Exception {
        EventLoopGroup group = Transport.best().newGroup("loss", 1);
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Channel channel = connect(group, peer);
            channel.close().sync();
            PeerLoss.noticeWithin(channel, Duration.ofSeconds(10));
            assertThat(channel.eventLoop().submit(() -> "alive").get()).isEqualTo("alive");
        } finally {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    @DisabledIfSystemProperty(named = "io.netty.transport.noNative", matches = "true")
    void theSystemsVerdictIsKnownByItsNumber() {
        assertThat(PeerLoss.isCauseOf(new Errors.NativeIoException("recvAddress(..)", -110)))
                .isTrue();
        assertThat(PeerLoss.isCauseOf(new Errors.NativeIoException("recvAddress(..)", -113)))
                .isTrue();
        assertThat(PeerLoss.isCauseOf(new Errors.NativeIoException("recvAddress(..)", -104)))
                .as("reset by the peer, which lives")
                .isFalse();
    }

    @Test
    void orByItsWordsWhereTheJdkGivesNoNumber() {
        assertThat(PeerLoss.isCauseOf(new IOException("Connection timed out"))).isTrue();
        assertThat(PeerLoss.isCauseOf(new NoRouteToHostException("No route to host")))
                .isTrue();
        assertThat(PeerLoss.isCauseOf(new IOException("Connection reset by peer")))
                .isFalse();
        assertThat(PeerLoss.isCauseOf(new IOException())).isFalse();
        assertThat(PeerLoss.isCauseOf(new IllegalStateException("connection timed out")))
                .isFalse();
    }

    @Test
    void bytesThatComeAreHeardWhetherTheyAreAFrameOrAPartOfOne() throws Exception {
        ManualClock clock = new ManualClock();
        ManualScheduler scheduler = new ManualScheduler(clock);
        try (Rig rig = new Rig(config -> config, clock, scheduler);
                Raw peer = new Raw(rig.server.port())) {
            peer.send(Raw.echo(1));
            peer.read();
            Connection connection = rig.heard.opened.get(0);
            assertThat(connection.heardNanos()).isEqualTo(clock.monotonicNanos());

            clock.advance(Duration.ofSeconds(1));
            assertThat(connection.heardNanos()).isLessThan(clock.monotonicNanos());
            peer.send(Raw.echo(2));
            peer.read();
            assertThat(connection.heardNanos()).isEqualTo(clock.monotonicNanos());

            clock.advance(Duration.ofSeconds(1));
            peer.send(new byte[] {0, 0, 1});
            Awaitility.await().until(() -> connection.heardNanos() == clock.monotonicNanos());
        }
    }

    private static Channel connect(EventLoopGroup group, ServerSocket peer) throws InterruptedException {
        return Objects.requireNonNull(new Bootstrap()
                .group(group)
                .channel(Transport.best().clientChannel())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(peer.getLocalSocketAddress())
                .sync()
                .channel());
    }
}
