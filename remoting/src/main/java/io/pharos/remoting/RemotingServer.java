package io.pharos.remoting;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on one port and answers requests from a {@link RequestTable}. Thread-safe.
 *
 * <p>A request is decoded, and answered when its handler allows, on the event loop of its connection. See
 * {@link #stop} for how it ends.
 */
public final class RemotingServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RemotingServer.class);
    private static final int ACCEPTS_PER_TURN = 256;
    private static final int FIRST_READ = 2048;
    private static final int LARGEST_READ = 256 * 1024;

    /** Reads of one connection before the others of its loop have their turn. */
    private static final int READS_PER_TURN = 2;

    private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
    private static final int LOG_LINES = 20;
    private static final Duration LINGER = Duration.ofSeconds(1);
    private static final Duration LONGEST_SWEEP_PERIOD = Duration.ofSeconds(5);

    private final RemotingServerConfig config;
    private final Shared shared;
    private final Admission admission;
    private final MultiThreadIoEventLoopGroup acceptor;
    private final MultiThreadIoEventLoopGroup group;
    private final IdentityHashMap<EventExecutor, IdleSweep> sweeps = new IdentityHashMap<>();
    private final List<Scheduler.Cancellation> tasks = new ArrayList<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final Channel listening;

    private RemotingServer(Builder builder) throws IOException {
        config = builder.config;
        Shared.Limits limits = new Shared.Limits(
                config.frameLimit(), config.maxOutstandingCalls(), config.maxQueuedBytes(), config.idle(), true);
        shared = new Shared(
                new FrameFormat(config.serializeType()),
                new Dispatcher(builder.table, limiter(builder, "requests that failed")),
                List.copyOf(builder.listeners),
                builder.observer,
                builder.clock,
                builder.scheduler,
                limits,
                new ByteBudget(config.maxPartialBytes()),
                limiter(builder, "connections"),
                new AtomicLong(),
                new AtomicBoolean());
        admission = new Admission(
                config.maxConnections(), config.maxConnectionsPerPeer(), rates(builder), this::endIfEmpty);
        TlsContexts tls = TlsContexts.ofServer(config.tls(), builder.scheduler, tasks::add);
        Transport transport = Transport.best();
        // A thread of its own, so that a crowd does not wait in the system's queue, which drops what it cannot hold.
        acceptor = transport.newGroup(builder.name + "-accept", 1);
        group = transport.newGroup(builder.name, config.threads());
        for (EventExecutor loop : group) {
            sweeps.put(loop, new IdleSweep());
        }
        try {
            listening = bind(transport, tls);
        } catch (IOException | RuntimeException failure) {
            tasks.forEach(Scheduler.Cancellation::cancel);
            Future<?> unused = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            Future<?> unusedToo = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw failure;
        }
        Duration eighth = config.idle().dividedBy(8);
        tasks.add(shared.scheduler()
                .every(eighth.compareTo(LONGEST_SWEEP_PERIOD) < 0 ? eighth : LONGEST_SWEEP_PERIOD, this::sweepIdle));
        LOG.info(
                "listening address=[{}] port=[{}] transport=[{}] threads=[{}]",
                config.bindAddress(),
                port(),
                transport,
                config.threads());
    }

    private static @Nullable PeerRates rates(Builder builder) {
        PeerRate.Limits limits = new PeerRate.Limits(
                builder.config.maxRequestsPerSecondPerPeer(), builder.config.maxBytesPerSecondPerPeer());
        return limits.isNone() ? null : new PeerRates(limits, builder.clock);
    }

    private static LogLimiter limiter(Builder builder, String what) {
        return new LogLimiter(builder.clock, what, LOG_PERIOD, LOG_LINES);
    }

    /** A server to be started. */
    public static Builder builder(RemotingServerConfig config, RequestTable table, Clock clock, Scheduler scheduler) {
        return new Builder(config, table, clock, scheduler);
    }

    /** The port that is listened on, also when the configured one is 0. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Completes when each event loop has found time for a task; exceptionally when one has ended. */
    public CompletableFuture<Void> turn() {
        try {
            return CompletableFuture.allOf(sweeps.keySet().stream()
                    .map(loop -> CompletableFuture.runAsync(() -> {}, loop))
                    .toArray(CompletableFuture[]::new));
        } catch (RejectedExecutionException ended) {
            return CompletableFuture.failedFuture(ended);
        }
    }

    /** Connections that are open now. */
    public int connections() {
        return admission.open();
    }

    /** Peers whose rates are kept, see {@link PeerRates}. */
    int ratesKept() {
        return admission.ratesKept();
    }

    /**
     * Stops without losing an accepted request: no connection is accepted any more; during the grace, requests of
     * peers that know GO_AWAY (version above 475) are answered so, and those of older peers are served. Then requests
     * that were accepted are answered, and the connections are closed. Handlers and readers that take longer than
     * {@link RemotingServerConfig#drainTime()} are cut off.
     *
     * @param grace zero or more
     * @return completes when all is closed and the threads have ended; the same whenever it is called again
     */
    public CompletableFuture<Void> stop(Duration grace) {
        if (!stopping.compareAndSet(false, true)) {
            return stopped;
        }
        LOG.info("stopping port=[{}] graceMillis=[{}] connections=[{}]", port(), grace.toMillis(), connections());
        shared.goingAway().set(true);
        listening.close().addListener(closed -> {
            if (grace.isZero() || grace.isNegative()) {
                drain();
            } else {
                shared.scheduler().schedule(grace, this::drain);
            }
        });
        return stopped;
    }

    /** Stops without grace and waits for the end, a little longer than the drain time at most. */
    @Override
    public void close() {
        CompletableFuture<Void> end = stop(Duration.ZERO);
        if (!end.isDone()) {
            drain();
        }
        try {
            end.get(config.drainTime().plus(LINGER).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            cutOff();
            end.orTimeout(LINGER.toSeconds(), TimeUnit.SECONDS)
                    .exceptionally(gone -> null)
                    .join();
        } catch (ExecutionException failure) {
            LOG.warn("server did not stop cleanly port=[{}]", port(), failure.getCause());
        } catch (InterruptedException stop) {
            cutOff();
            Thread.currentThread().interrupt();
        }
    }

    private Channel bind(Transport transport, TlsContexts tls) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, group)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, config.backlog())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(ACCEPTS_PER_TURN))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(256, FIRST_READ, LARGEST_READ)
                                .maxMessagesPerRead(READS_PER_TURN))
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(config.writeBufferLow(), config.writeBufferHigh()));
        if (config.sendBuffer() > 0) {
            bootstrap.childOption(ChannelOption.SO_SNDBUF, config.sendBuffer());
        }
        if (config.receiveBuffer() > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, config.receiveBuffer());
            bootstrap.childOption(ChannelOption.SO_RCVBUF, config.receiveBuffer());
        }
        TlsConfig tlsConfig = config.tls();
        Detector.Setup setup = new Detector.Setup(
                config.proxies(), tlsConfig == null ? TlsMode.DISABLED : tlsConfig.mode(), tls::current);
        bootstrap.childHandler(new Accept(setup));
        ChannelFuture bound =
                bootstrap.bind(config.bindAddress(), config.listenPort()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new BindFailed(
                    config.bindAddress(),
                    config.listenPort(),
                    new BindFailed.Setting("bindAddress", "listenPort", ""),
                    bound.cause());
        }
        return bound.channel();
    }

    /** Sets up what was accepted. */
    private final class Accept extends ChannelInitializer<Channel> {
        private final Detector.Setup setup;

        Accept(Detector.Setup setup) {
            this.setup = setup;
        }

        @Override
        public boolean isSharable() {
            return true;
        }

        @Override
        protected void initChannel(Channel channel) {
            Admission.Ticket ticket = admission.admit();
            if (ticket == null) {
                refuse(channel, RemotingObserver.Refusal.TOO_MANY);
                return;
            }
            InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
            if (peer == null || !ticket.countFor(peer.getAddress())) {
                ticket.release();
                refuse(channel, RemotingObserver.Refusal.TOO_MANY_FROM_PEER);
                return;
            }
            ConnectionHandler handler = new ConnectionHandler(shared, sweepOf(channel.eventLoop()), ticket, channel);
            channel.pipeline().addLast(new Detector(handler, shared, setup, ticket), handler);
        }

        private void refuse(Channel channel, RemotingObserver.Refusal refusal) {
            shared.observer().refused(refusal);
            if (shared.noise().allows()) {
                LOG.warn(
                        "connection refused peer=[{}] reason=[{}] open=[{}]",
                        channel.remoteAddress(),
                        refusal,
                        admission.open());
            }
            ChannelFuture unused = channel.close();
        }
    }

    private IdleSweep sweepOf(EventExecutor loop) {
        IdleSweep sweep = sweeps.get(loop);
        if (sweep == null) {
            throw new IllegalStateException("an event loop of somebody else");
        }
        return sweep;
    }

    private void sweepIdle() {
        admission.sweep();
        sweeps.forEach((loop, sweep) -> onLoop(
                loop,
                () -> sweep.sweep(shared.clock().monotonicNanos(), config.idle().toNanos())));
    }

    private void drain() {
        AtomicInteger loops = new AtomicInteger(sweeps.size());
        sweeps.forEach((loop, sweep) -> onLoop(loop, () -> {
            sweep.all().forEach(ConnectionHandler::finish);
            if (loops.decrementAndGet() == 0) {
                draining.set(true);
                endIfEmpty();
            }
        }));
        try {
            shared.scheduler().schedule(config.drainTime(), this::cutOff);
        } catch (RejectedExecutionException gone) {
            LOG.warn("slow connections are not cut off before close() port=[{}] reason=[scheduler closed]", port());
        }
    }

    private void endIfEmpty() {
        if (draining.get() && admission.open() == 0 && ended.compareAndSet(false, true)) {
            tasks.forEach(Scheduler.Cancellation::cancel);
            Future<?> unused = acceptor.shutdownGracefully(0, 2, TimeUnit.SECONDS);
            group.shutdownGracefully(0, 2, TimeUnit.SECONDS).addListener(done -> {
                LOG.info("stopped address=[{}]", listening.localAddress());
                stopped.complete(null);
            });
        }
    }

    private void cutOff() {
        sweeps.forEach((loop, sweep) ->
                onLoop(loop, () -> sweep.all().forEach(connection -> connection.close(CloseCause.LOCAL))));
    }

    private static void onLoop(EventExecutor loop, Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException ended) {
            // It ends with the last connection: there is nothing left to do there.
            LOG.debug("event loop has ended loop=[{}]", loop);
        }
    }

    /** Collects what a server needs. Not thread-safe. */
    public static final class Builder {
        private final RemotingServerConfig config;
        private final RequestTable table;
        private final Clock clock;
        private final Scheduler scheduler;
        private final List<ConnectionListener> listeners = new ArrayList<>();
        private RemotingObserver observer = RemotingObserver.NONE;
        private String name = "remoting";

        private Builder(RemotingServerConfig config, RequestTable table, Clock clock, Scheduler scheduler) {
            this.config = config;
            this.table = table;
            this.clock = clock;
            this.scheduler = scheduler;
        }

        /** Adds a listener; they are called in the order of their addition. */
        public Builder listener(ConnectionListener listener) {
            listeners.add(listener);
            return this;
        }

        /** Sets who counts; default nobody. */
        public Builder observer(RemotingObserver value) {
            observer = value;
            return this;
        }

        /** Sets the prefix of the threads' names. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /**
         * Listens.
         *
         * @throws BindFailed when the address can't be listened on
         * @throws IOException when a TLS file can't be read
         */
        public RemotingServer start() throws IOException {
            return new RemotingServer(this);
        }
    }
}
