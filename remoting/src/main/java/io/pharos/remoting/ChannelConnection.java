package io.pharos.remoting;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.remoting.access.AddressList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The public face of a channel: what other threads may do with it. What they send is collected in a lock-free list that
 * the event loop empties in one turn, so that answers of many workers share a write.
 */
final class ChannelConnection implements Connection {
    private static final AtomicReferenceFieldUpdater<ChannelConnection, @Nullable Outbound> OUTBOX =
            AtomicReferenceFieldUpdater.newUpdater(ChannelConnection.class, Outbound.class, "outbox");
    private static final AtomicReferenceFieldUpdater<ChannelConnection, @Nullable CloseCause> CAUSE =
            AtomicReferenceFieldUpdater.newUpdater(ChannelConnection.class, CloseCause.class, "cause");
    private static final AtomicReferenceFieldUpdater<ChannelConnection, @Nullable PendingCalls> CALLS =
            AtomicReferenceFieldUpdater.newUpdater(ChannelConnection.class, PendingCalls.class, "calls");

    private final long id;
    private final ConnectionHandler handler;
    private final ChannelHandlerContext context;
    private final String peer;
    private final Shared shared;

    private volatile @Nullable Outbound outbox;
    private volatile @Nullable CloseCause cause;
    private volatile @Nullable PendingCalls calls;
    private volatile @Nullable Set<String> certificateNames;

    ChannelConnection(ConnectionHandler handler, ChannelHandlerContext context, String peer, Shared shared) {
        this.id = shared.ids().incrementAndGet();
        this.handler = handler;
        this.context = context;
        this.peer = peer;
        this.shared = shared;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean comesFrom(AddressList allowed) {
        return !handler.hidesPeer()
                && allowed.contains(peer)
                && context.channel().remoteAddress() instanceof InetSocketAddress socket
                && socket.getAddress() != null
                && allowed.contains(socket.getAddress());
    }

    @Override
    public Set<String> certificateNames() {
        Set<String> known = certificateNames;
        if (known == null) {
            known = CertificateNames.of(context.pipeline().get(SslHandler.class));
            certificateNames = known;
        }
        return known;
    }

    @Override
    public long heardNanos() {
        return handler.heardNanos();
    }

    @Override
    public void noticeLossWithin(Duration within) {
        PeerLoss.noticeWithin(context.channel(), within);
    }

    @Override
    public boolean isOpen() {
        return cause == null && context.channel().isActive();
    }

    @Override
    public CompletableFuture<Command> call(Request request, Duration timeout) {
        PendingCalls pending = pendingCalls();
        int opaque = pending.newOpaque();
        CompletableFuture<Command> answer;
        try {
            answer = pending.enter(opaque, timeout, shared.scheduler(), peer);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.failedFuture(new IOException("call to " + peer + " refused: closed", closed));
        }
        if (!answer.isDone()) {
            send(Outbound.call(Command.request(request.spec().code(), opaque, request.toExt(), request.toBody())));
        }
        return answer;
    }

    @Override
    public CompletableFuture<Void> notify(Request request) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        int opaque = pendingCalls().newOpaque();
        send(Outbound.notice(
                Command.oneWay(request.spec().code(), opaque, request.toExt(), request.toBody()), written));
        return written;
    }

    @Override
    public void close() {
        close(CloseCause.LOCAL);
    }

    /** Closes it for a reason; the first reason is the one that listeners hear. */
    void close(CloseCause reason) {
        if (CAUSE.compareAndSet(this, null, reason)) {
            ChannelFuture unused = context.channel().close();
        }
    }

    /** The reason for its end, which is {@code otherwise} when nobody gave one before. */
    CloseCause endedBy(CloseCause otherwise) {
        CAUSE.compareAndSet(this, null, otherwise);
        CloseCause first = cause;
        return first != null ? first : otherwise;
    }

    /** Hands something to the event loop; never blocks, keeps the order of one thread's calls. */
    void send(Outbound item) {
        Outbound before;
        do {
            before = outbox;
            if (before == Outbound.CLOSED) {
                item.fail("connection to " + peer + " is closed");
                return;
            }
            item.next = before;
        } while (!OUTBOX.compareAndSet(this, before, item));
        if (before == null) {
            wake();
        }
    }

    /** Takes all that was sent, first in front; null for nothing. */
    @Nullable
    Outbound takeOutbox() {
        Outbound last;
        do {
            last = outbox;
            if (last == null || last == Outbound.CLOSED) {
                return null;
            }
        } while (!OUTBOX.compareAndSet(this, last, null));
        return Outbound.inOrder(last);
    }

    /** Refuses what comes from now on and fails what waits. Called once, when the channel is gone. */
    void end() {
        Channel channel = context.channel();
        String reason = "connection to " + peer + " closed: " + endedBy(CloseCause.PEER);
        Outbound last = OUTBOX.getAndSet(this, Outbound.CLOSED);
        for (Outbound item = last; item != null; item = item.next) {
            item.fail(reason);
        }
        PendingCalls pending = calls;
        if (pending != null) {
            pending.end(new IOException(reason));
        }
        if (channel.isOpen()) {
            ChannelFuture unused = channel.close();
        }
    }

    /** Gives an answer to the call that waits for it. */
    boolean completeCall(Command answer) {
        PendingCalls pending = calls;
        return pending != null && pending.complete(answer);
    }

    @Override
    public String toString() {
        return "connection[" + id + " " + peer + "]";
    }

    private void wake() {
        try {
            context.channel().eventLoop().execute(() -> handler.drainOutbox(this));
        } catch (RejectedExecutionException stopped) {
            end();
        }
    }

    private PendingCalls pendingCalls() {
        PendingCalls present = calls;
        if (present == null) {
            CALLS.compareAndSet(this, null, new PendingCalls(shared.limits().maxOutstandingCalls()));
            present = calls;
        }
        if (present == null) {
            throw new IllegalStateException("calls vanished");
        }
        // A connection that ended before its first call must fail that call.
        if (outbox == Outbound.CLOSED) {
            present.end(new IOException("connection to " + peer + " is closed"));
        }
        return present;
    }
}
