package io.pharos.remoting;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.pharos.protocol.frame.Quoted;
import io.pharos.remoting.access.AddressList;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the first bytes of a connection: a proxy header or none, then TLS or plain; then leaves the pipeline. No
 * frame starts like a proxy header or a TLS record, because its first byte is the high byte of a length below 256 MiB.
 *
 * <p>Decides as soon as the bytes that are there allow it, unlike the original, which waits for twelve.
 */
final class Detector extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Detector.class);
    private static final byte[] PROXY_V1 = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PROXY_V2 = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
    private static final int TLS_HANDSHAKE = 0x16;

    private final ConnectionHandler connection;
    private final Shared shared;
    private final Setup setup;
    private final Admission.Ticket ticket;
    private @Nullable ByteBuf first;
    private boolean proxyDone;
    private boolean refused;

    /**
     * What a server decides connections by.
     *
     * @param proxies whose headers are believed; null for everybody's
     * @param tlsContext the present one; gives null when there is no certificate
     */
    record Setup(@Nullable AddressList proxies, TlsMode mode, Supplier<@Nullable SslContext> tlsContext) {}

    Detector(ConnectionHandler connection, Shared shared, Setup setup, Admission.Ticket ticket) {
        this.connection = connection;
        this.shared = shared;
        this.setup = setup;
        this.ticket = ticket;
    }

    private enum Match {
        YES,
        NO,
        PERHAPS
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HAProxyMessage announced) {
            try {
                announced(ctx, announced);
            } finally {
                announced.release();
            }
            return;
        }
        ByteBuf bytes = (ByteBuf) message;
        if (refused) {
            // What came in one read with the header.
            bytes.release();
            return;
        }
        if (first != null) {
            bytes = first.writeBytes(bytes);
            ((ByteBuf) message).release();
            first = null;
        }
        if (!bytes.isReadable()) {
            bytes.release();
        } else if (!proxyDone && matchesProxy(bytes) == Match.PERHAPS) {
            keep(ctx, bytes);
        } else if (!proxyDone && matchesProxy(bytes) == Match.YES) {
            proxyDone = true;
            if (!isBelieved(ctx.channel().remoteAddress())) {
                bytes.release();
                refuse(ctx, RemotingObserver.Refusal.PROXY, "proxy header from an address that is not in proxyAllow");
                return;
            }
            ctx.pipeline().addBefore(ctx.name(), null, new HAProxyMessageDecoder());
            // From the head, so that the new decoder sees the bytes.
            ctx.pipeline().fireChannelRead(bytes);
        } else {
            decide(ctx, bytes);
        }
    }

    private boolean isBelieved(SocketAddress proxy) {
        return setup.proxies() == null
                || (proxy instanceof InetSocketAddress inet
                        && inet.getAddress() != null
                        && setup.proxies().contains(inet.getAddress()));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (first != null) {
            first.release();
            first = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        handlerRemoved(ctx);
        ctx.fireChannelInactive();
    }

    private void keep(ChannelHandlerContext ctx, ByteBuf bytes) {
        first = ctx.alloc().buffer(64).writeBytes(bytes);
        bytes.release();
    }

    private static Match matchesProxy(ByteBuf bytes) {
        byte start = bytes.getByte(bytes.readerIndex());
        if (start == PROXY_V1[0]) {
            return matches(bytes, PROXY_V1);
        }
        return start == PROXY_V2[0] ? matches(bytes, PROXY_V2) : Match.NO;
    }

    private static Match matches(ByteBuf bytes, byte[] signature) {
        int known = Math.min(bytes.readableBytes(), signature.length);
        for (int i = 0; i < known; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != signature[i]) {
                return Match.NO;
            }
        }
        return known == signature.length ? Match.YES : Match.PERHAPS;
    }

    private void announced(ChannelHandlerContext ctx, HAProxyMessage message) {
        String address = message.sourceAddress();
        if (address == null || message.sourcePort() == 0) {
            // LOCAL or UNKNOWN: the proxy speaks for itself, for example to check our health, or hides for whom it
            // speaks.
            connection.announcedNobody();
            return;
        }
        String source = Quoted.bounded(address);
        connection.announced(source + ":" + message.sourcePort());
        if (!ticket.countForAnnounced(source)) {
            refuse(ctx, RemotingObserver.Refusal.TOO_MANY_FROM_PEER, "too many connections from the announced peer");
        }
    }

    private void decide(ChannelHandlerContext ctx, ByteBuf bytes) {
        boolean tls = bytes.getByte(bytes.readerIndex()) == TLS_HANDSHAKE;
        if (!tls && setup.mode() == TlsMode.ENFORCING) {
            bytes.release();
            refuse(ctx, RemotingObserver.Refusal.TLS_MODE, "plain peer where TLS is a must");
            return;
        }
        SslContext context =
                tls && setup.mode() != TlsMode.DISABLED ? setup.tlsContext().get() : null;
        if (tls && context == null) {
            bytes.release();
            refuse(ctx, RemotingObserver.Refusal.TLS_MODE, "TLS peer where TLS is off or has no certificate");
            return;
        }
        if (context != null) {
            SslHandler handler = context.newHandler(ctx.alloc());
            ctx.pipeline().addAfter(ctx.name(), null, handler);
        }
        ctx.fireChannelRead(bytes);
        ctx.pipeline().remove(this);
    }

    private void refuse(ChannelHandlerContext ctx, RemotingObserver.Refusal refusal, String reason) {
        refused = true;
        shared.observer().refused(refusal);
        if (shared.noise().allows()) {
            LOG.info("connection refused peer=[{}] reason=[{}]", ctx.channel().remoteAddress(), reason);
        }
        ChannelFuture unused = ctx.close();
    }
}
