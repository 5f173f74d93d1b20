package io.pharos.remoting;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.ssl.SslHandler;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.MalformedFrame;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.ResponseCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last handler of a channel: cuts frames, dispatches requests and writes answers. One object per connection; there
 * is no other handler after the first bytes of a plain peer, which keeps a connection small and a request short.
 *
 * <p>Confined to the channel's event loop, {@link #answered} and {@link #heardNanos} apart. Answers that are ready while a read is worked on go
 * into one buffer, written and flushed once.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter implements FrameAssembler.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
    private static final int FIRST_BATCH = 1024;
    private static final int FULL_BATCH = 64 * 1024;
    private static final int LAST_VERSION_WITHOUT_GO_AWAY = 475;
    private static final Reply GO_AWAY = Reply.failed(ResponseCode.GO_AWAY, "please go away");

    private static final Reply UNWRITABLE =
            Reply.failed(ResponseCode.SYSTEM_ERROR, "the answer does not fit a frame; the server's log has the cause");

    private static final AtomicLongFieldUpdater<ConnectionHandler> HEARD =
            AtomicLongFieldUpdater.newUpdater(ConnectionHandler.class, "heardNanos");

    private final Shared shared;
    private final IdleSweep sweep;
    private final Admission.@Nullable Ticket ticket;
    private final FrameAssembler assembler;

    /** Index in the sweep; -1 outside. Belongs to {@link IdleSweep}. */
    int slot = -1;

    private @Nullable ChannelHandlerContext context;
    private @Nullable ChannelConnection connection;
    private @Nullable String announcedPeer;
    private @Nullable Pace pace;
    private boolean hidesPeer;
    private @Nullable ByteBuf batch;
    private int batchHint = FIRST_BATCH;
    private int inFlight;
    private boolean unflushed;
    private boolean reading;
    private boolean paused;
    private boolean finishing;
    private boolean finished;
    private boolean framed;
    private long activeNanos;
    private volatile long heardNanos;
    private long queuedAtLastSweep;

    ConnectionHandler(Shared shared, IdleSweep sweep, Admission.@Nullable Ticket ticket, Channel channel) {
        this.shared = shared;
        this.sweep = sweep;
        this.ticket = ticket;
        this.assembler = new FrameAssembler(channel.alloc(), shared.limits().frameLimit(), shared.partialFrames());
        this.activeNanos = shared.clock().monotonicNanos();
        this.heardNanos = activeNanos;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        sweep.add(this);
        shared.observer().connected();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        sweep.remove(this);
        if (ticket != null) {
            ticket.release();
        }
        assembler.release();
        if (batch != null) {
            batch.release();
            batch = null;
        }
        ChannelConnection ended = connection;
        CloseCause cause = CloseCause.PEER;
        if (ended != null) {
            cause = ended.endedBy(CloseCause.PEER);
            ended.end();
            for (ConnectionListener listener : shared.listeners()) {
                hear(listener, ended, cause);
            }
        }
        shared.observer().disconnected(cause);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        // TLS gives on what it has decrypted even after the close that a malformed frame brings.
        if (finished || finishing || (connection != null && !connection.isOpen())) {
            bytes.release();
            return;
        }
        open(ctx);
        if (pace != null) {
            pace.read(bytes.readableBytes());
        }
        reading = true;
        framed = false;
        try {
            assembler.add(bytes, this);
        } catch (MalformedFrame malformed) {
            malformed(malformed.getMessage());
        }
        if (!framed) {
            // A part of a long frame is a sign of life too.
            HEARD.lazySet(this, shared.clock().monotonicNanos());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        flushBatch(ctx);
    }

    @Override
    public boolean frame(ByteBuf owner, ByteBuffer frame) throws MalformedFrame {
        ChannelConnection from = opened();
        Command command = shared.format().decode(frame);
        long now = shared.clock().monotonicNanos();
        activeNanos = now;
        framed = true;
        HEARD.lazySet(this, now);
        if (command.isResponse()) {
            if (!from.completeCall(withOwnBody(command))) {
                LOG.debug("answer without a call dropped peer=[{}] opaque=[{}]", from.peer(), command.opaque());
            }
            return from.isOpen();
        }
        boolean held = command.body().hasRemaining();
        RequestRun run = new RequestRun(this, from, held ? owner.retain() : null, command, now);
        inFlight++;
        if (shared.goingAway().get() && command.version() > LAST_VERSION_WITHOUT_GO_AWAY && !command.isOneWay()) {
            run.accept(GO_AWAY);
        } else if (pace != null && !pace.admits(now)) {
            run.accept(pace.refusal());
        } else {
            shared.dispatcher().dispatch(from, command, run);
        }
        return !paused && from.isOpen();
    }

    /** Takes the answer of a request, on any thread. */
    void answered(RequestRun run, Reply reply) {
        long took = shared.clock().monotonicNanos() - run.startNanos();
        shared.observer().answered(run.code(), reply.code(), run.isOneWay(), took);
        Command answer = run.isOneWay() ? null : Command.response(run.opaque(), reply);
        if (inLoop() && reading) {
            inFlight--;
            if (answer != null) {
                add(answer);
            }
        } else {
            run.connection().send(Outbound.answer(answer));
        }
    }

    /** Writes what other threads have sent. */
    void drainOutbox(ChannelConnection from) {
        List<CompletableFuture<Void>> notices = null;
        for (Outbound item = from.takeOutbox(); item != null; item = item.next) {
            if (item.endsRequest) {
                inFlight--;
            }
            boolean added = item.command != null && from.isOpen() && add(item.command);
            if (item.written != null && added) {
                notices = notices == null ? new ArrayList<>() : notices;
                notices.add(item.written);
            } else if (!added) {
                item.fail("not sent to " + from.peer() + ": the connection is closed, or it fits no frame");
            }
        }
        ChannelHandlerContext ctx = attached();
        if (!reading) {
            flushBatch(ctx);
        }
        if (notices != null) {
            confirm(ctx, from, notices);
        }
        if (finishing && inFlight == 0) {
            endOutput();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (finishing || !shared.limits().pausesSlowReaders()) {
            return;
        }
        boolean writable = ctx.channel().isWritable();
        paused = !writable;
        followReading();
        if (writable && !reading) {
            // Not from here: the flush that made room is still on the stack.
            ctx.channel().eventLoop().execute(() -> resume(ctx));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof HAProxyProtocolException) {
            malformed(String.valueOf(cause.getMessage()));
            return;
        }
        if (connection != null && !connection.isOpen()) {
            return;
        }
        if (shared.noise().allows()) {
            LOG.info(
                    "connection failed peer=[{}] reason=[{}]",
                    peer(ctx.channel()),
                    Quoted.bounded(String.valueOf(cause)));
        }
        close(PeerLoss.isCauseOf(cause) ? CloseCause.LOST : CloseCause.ERROR);
    }

    /** When bytes last came, by the clock's monotonic nanoseconds; any thread. */
    long heardNanos() {
        return heardNanos;
    }

    /** The source that a proxy announced; before the first request. */
    void announced(String peer) {
        announcedPeer = peer;
    }

    /** A proxy is between, and does not say for whom it speaks; before the first request. */
    void announcedNobody() {
        hidesPeer = true;
    }

    boolean hidesPeer() {
        return hidesPeer;
    }

    /** Reads, or stops reading, as everything that may hold it up allows. */
    void followReading() {
        boolean held = paused || (pace != null && pace.holds());
        attached().channel().config().setAutoRead(finishing || !held);
    }

    /** The peer was not read for a reason of ours: that makes it neither idle nor lost. */
    void silencedByUs(long nowNanos) {
        activeNanos = nowNanos;
        HEARD.lazySet(this, nowNanos);
    }

    /** Closes the channel for a reason, which listeners hear if they heard of the connection. */
    void close(CloseCause cause) {
        if (connection != null) {
            connection.close(cause);
        } else {
            ChannelFuture unused = attached().channel().close();
        }
    }

    /** Closes it when no frame came, none was answered, and nothing of an answer got through for the idle time. */
    void closeIfIdle(long nowNanos, long idleNanos) {
        long queued = queuedBytes(attached().channel());
        if (queued != queuedAtLastSweep) {
            queuedAtLastSweep = queued;
            activeNanos = nowNanos;
        }
        if (nowNanos - activeNanos >= idleNanos) {
            LOG.debug("idle connection closed peer=[{}]", peer(attached().channel()));
            close(CloseCause.IDLE);
        }
    }

    /** Accepts no more requests, and ends when those accepted are answered. */
    void finish() {
        if (finishing) {
            return;
        }
        finishing = true;
        assembler.release();
        ChannelHandlerContext ctx = attached();
        ctx.channel().config().setAutoRead(true);
        flushBatch(ctx);
        if (inFlight == 0) {
            endOutput();
        }
    }

    private void open(ChannelHandlerContext ctx) {
        if (connection == null) {
            String peer = announcedPeer != null ? announcedPeer : peer(ctx.channel());
            ChannelConnection fresh = new ChannelConnection(this, ctx, peer, shared);
            connection = fresh;
            PeerRate rate = ticket == null ? null : ticket.rate();
            pace = rate == null ? null : new Pace(this, ctx.channel(), shared, rate);
            for (ConnectionListener listener : shared.listeners()) {
                listener.opened(fresh);
            }
        }
    }

    /** The connection of a client's channel, which is open before anything is read. */
    ChannelConnection openNow() {
        open(attached());
        return opened();
    }

    private void resume(ChannelHandlerContext ctx) {
        if (paused || finishing || reading || !ctx.channel().isActive()) {
            return;
        }
        reading = true;
        try {
            assembler.resume(this);
        } catch (MalformedFrame malformed) {
            malformed(malformed.getMessage());
        }
        channelReadComplete(ctx);
    }

    /** Puts a command into the batch; false when it fits no frame. */
    private boolean add(Command command) {
        ChannelHandlerContext ctx = attached();
        ByteBuf out = batch;
        if (out == null) {
            out = ctx.alloc().directBuffer(batchHint);
            batch = out;
        }
        boolean fits = encode(command, out);
        if (out.readableBytes() >= FULL_BATCH) {
            writeBatch(ctx);
            if (!ctx.channel().isWritable()) {
                flushBatch(ctx);
            }
        }
        return fits;
    }

    private boolean encode(Command command, ByteBuf out) {
        int start = out.writerIndex();
        try {
            shared.format().encode(command, out);
            return true;
        } catch (IllegalArgumentException tooLong) {
            // What was promised an answer gets one; a call of ours fails by its timeout.
            if (shared.noise().allows()) {
                LOG.error("command can't be written peer=[{}] code=[{}]", opened().peer(), command.code(), tooLong);
            }
            out.writerIndex(start);
            if (command.isResponse()) {
                shared.format().encode(Command.response(command.opaque(), UNWRITABLE), out);
            }
            return false;
        }
    }

    /** Writes and flushes what is in the batch, and flushes full batches that were written before. */
    private void flushBatch(ChannelHandlerContext ctx) {
        writeBatch(ctx);
        if (unflushed) {
            unflushed = false;
            ctx.flush();
        }
    }

    private void writeBatch(ChannelHandlerContext ctx) {
        ByteBuf out = batch;
        if (out == null) {
            return;
        }
        batch = null;
        int size = out.readableBytes();
        batchHint = Math.min(FULL_BATCH, Math.max(FIRST_BATCH, Integer.highestOneBit(size) << 1));
        activeNanos = shared.clock().monotonicNanos();
        unflushed = true;
        ChannelFuture unused = ctx.write(out, ctx.voidPromise());
        long queued = queuedBytes(ctx.channel());
        if (queued > shared.limits().maxQueuedBytes() && opened().isOpen()) {
            if (shared.noise().allows()) {
                LOG.warn("slow reader closed peer=[{}] queuedBytes=[{}]", opened().peer(), queued);
            }
            close(CloseCause.ERROR);
        }
    }

    private void confirm(ChannelHandlerContext ctx, ChannelConnection from, List<CompletableFuture<Void>> notices) {
        ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(done -> {
            for (CompletableFuture<Void> notice : notices) {
                if (done.isSuccess()) {
                    notice.complete(null);
                } else {
                    notice.completeExceptionally(
                            new IOException("not sent to " + from.peer() + ": " + done.cause(), done.cause()));
                }
            }
        });
    }

    private void endOutput() {
        if (finished) {
            return;
        }
        finished = true;
        ChannelHandlerContext ctx = attached();
        if (ctx.pipeline().get(SslHandler.class) == null && ctx.channel() instanceof DuplexChannel duplex) {
            // A close with unread requests would reset the peer, which could lose the answers that are under way:
            // say "no more", go on discarding, and let the peer close.
            ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(flushed -> {
                ChannelFuture unused = duplex.shutdownOutput();
            });
        } else {
            ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void malformed(@Nullable String reason) {
        shared.observer().malformed();
        Channel channel = attached().channel();
        if (shared.noise().allows()) {
            LOG.warn("malformed frame peer=[{}] reason=[{}]", peer(channel), Quoted.bounded(String.valueOf(reason)));
        }
        assembler.release();
        // The requests in front of it were good: they are answered.
        flushBatch(attached());
        close(CloseCause.MALFORMED);
    }

    private void hear(ConnectionListener listener, ChannelConnection ended, CloseCause cause) {
        try {
            listener.closed(ended, cause);
        } catch (RuntimeException failure) {
            if (shared.noise().allows()) {
                LOG.error("connection listener failed peer=[{}]", ended.peer(), failure);
            }
        }
    }

    private static Command withOwnBody(Command answer) {
        ByteBuffer view = answer.body();
        if (!view.hasRemaining()) {
            return answer;
        }
        ByteBuffer own =
                ByteBuffer.allocate(view.remaining()).put(view.duplicate()).flip();
        return new Command(
                answer.code(),
                answer.language(),
                answer.version(),
                answer.opaque(),
                answer.flags(),
                answer.remark(),
                answer.ext(),
                own);
    }

    private static long queuedBytes(Channel channel) {
        ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
        return queue == null ? 0 : queue.totalPendingWriteBytes();
    }

    private String peer(Channel channel) {
        if (announcedPeer != null) {
            return announcedPeer;
        }
        SocketAddress address = channel.remoteAddress();
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : String.valueOf(address);
    }

    private boolean inLoop() {
        return attached().channel().eventLoop().inEventLoop();
    }

    private ChannelConnection opened() {
        if (connection == null) {
            throw new IllegalStateException("the connection is not open yet");
        }
        return connection;
    }

    private ChannelHandlerContext attached() {
        if (context == null) {
            throw new IllegalStateException("the handler has no channel yet");
        }
        return context;
    }
}
