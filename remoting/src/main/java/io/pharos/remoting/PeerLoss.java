package io.pharos.remoting;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.Errors;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the operating system can tell of a peer that vanished: TCP keep-alive probes a quiet connection, the user timeout
 * (RFC 5482, Linux) ends one on which what was sent is not confirmed.
 */
final class PeerLoss {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLoss.class);
    private static final int KEEP_ALIVE_PROBES = 5;

    /** ENETUNREACH, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH of Linux. */
    private static final Set<Integer> GIVEN_UP = Set.of(101, 110, 112, 113);

    private PeerLoss() {}

    /** As {@link Connection#noticeLossWithin}; any thread. Does nothing on a channel that is closed or no socket. */
    static void noticeWithin(Channel channel, Duration within) {
        try {
            channel.eventLoop().execute(() -> set(channel, within));
        } catch (RejectedExecutionException stopped) {
            LOG.debug("loss not watched for, its event loop has stopped channel=[{}]", channel, stopped);
        }
    }

    private static void set(Channel channel, Duration within) {
        if (!channel.isOpen()) {
            return;
        }
        try {
            setOptions(channel, within);
        } catch (ChannelException refused) {
            // The peer may be gone already; what is left otherwise is the evidence of probes.
            LOG.debug("loss not watched for channel=[{}]", channel, refused);
        }
    }

    private static void setOptions(Channel channel, Duration within) {
        int seconds = Math.toIntExact(Math.max(2, within.toSeconds()));
        int quiet = seconds / 2;
        int between = Math.max(1, (seconds - quiet) / KEEP_ALIVE_PROBES);
        int probes = Math.max(1, (seconds - quiet) / between);
        if (channel instanceof EpollSocketChannel) {
            option(channel, EpollChannelOption.TCP_USER_TIMEOUT, Math.toIntExact(within.toMillis()));
            option(channel, EpollChannelOption.TCP_KEEPIDLE, quiet);
            option(channel, EpollChannelOption.TCP_KEEPINTVL, between);
            option(channel, EpollChannelOption.TCP_KEEPCNT, probes);
        } else if (channel instanceof NioSocketChannel) {
            option(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), quiet);
            option(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), between);
            option(channel, NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), probes);
        } else {
            return;
        }
        option(channel, ChannelOption.SO_KEEPALIVE, true);
    }

    private static <T> void option(Channel channel, ChannelOption<T> name, T value) {
        if (!channel.config().setOption(name, value)) {
            LOG.debug("socket option not known here option=[{}] channel=[{}]", name, channel);
        }
    }

    /** Whether this is how a connection fails whose peer the operating system gave up on. */
    static boolean isCauseOf(Throwable failure) {
        if (failure instanceof Errors.NativeIoException system) {
            return GIVEN_UP.contains(Math.abs(system.expectedErr()));
        }
        if (failure instanceof NoRouteToHostException) {
            return true;
        }
        // The JDK gives the system's words alone.
        String words = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return failure instanceof IOException
                && (words.contains("connection timed out")
                        || words.contains("no route to host")
                        || words.contains("network is unreachable")
                        || words.contains("host is down"));
    }
}
