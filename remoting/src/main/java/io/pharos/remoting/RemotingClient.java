package io.pharos.remoting;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Calls other servers: one connection per address, made when it is needed, shared by all calls, made anew after it was
 * lost. Thread-safe; nothing blocks, so a slow peer does not hold up calls to another.
 */
public final class RemotingClient implements AutoCloseable {
    private static final Duration NEVER_IDLE = Duration.ofDays(365);
    private static final int RESOLVER_THREADS = 4;
    private static final int RESOLVER_QUEUE = 1024;

    private final RemotingClientConfig config;
    private final Shared shared;
    private final MultiThreadIoEventLoopGroup group;
    private final WorkerPool resolver;
    private final @Nullable SslContext tls;
    private final Transport transport = Transport.best();
    private final ConcurrentHashMap<String, CompletableFuture<ChannelConnection>> connections =
            new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Creates a client whose peers may not send requests.
     *
     * @throws IOException when a TLS file can't be used
     */
    public RemotingClient(String name, RemotingClientConfig config, Clock clock, Scheduler scheduler)
            throws IOException {
        this(name, config, RequestTable.builder().build(), clock, scheduler);
    }

    /**
     * Creates a client that nobody listens to.
     *
     * @param name prefix of the threads' names
     * @param table answers requests that peers send over the client's connections
     * @throws IOException when a TLS file can't be used
     */
    public RemotingClient(
            String name, RemotingClientConfig config, RequestTable table, Clock clock, Scheduler scheduler)
            throws IOException {
        this(name, config, table, List.of(), clock, scheduler);
    }

    /**
     * Creates a client.
     *
     * @param name prefix of the threads' names
     * @param table answers requests that peers send over the client's connections
     * @param listeners hear of the client's connections, in this order
     * @throws IOException when a TLS file can't be used
     */
    public RemotingClient(
            String name,
            RemotingClientConfig config,
            RequestTable table,
            List<ConnectionListener> listeners,
            Clock clock,
            Scheduler scheduler)
            throws IOException {
        this.config = config;
        TlsClientConfig tlsConfig = config.tls();
        this.tls = tlsConfig == null ? null : TlsContexts.ofClient(tlsConfig);
        this.shared = new Shared(
                new FrameFormat(config.serializeType()),
                new Dispatcher(table, new LogLimiter(clock, "requests that failed", Duration.ofSeconds(10), 20)),
                List.copyOf(listeners),
                RemotingObserver.NONE,
                clock,
                scheduler,
                new Shared.Limits(
                        config.frameLimit(), config.maxOutstandingCalls(), config.maxQueuedBytes(), NEVER_IDLE, false),
                new ByteBudget(Long.MAX_VALUE),
                new LogLimiter(clock, "connections", Duration.ofSeconds(10), 20),
                new AtomicLong(),
                new AtomicBoolean());
        this.group = transport.newGroup(name, config.eventLoopThreads());
        this.resolver = new WorkerPool(name + "-resolve", RESOLVER_THREADS, RESOLVER_QUEUE);
    }

    /**
     * Sends a request and waits for its answer without blocking.
     *
     * @param address {@code host:port}, the host ending at the last colon
     * @param timeout over connecting, sending and waiting; positive
     * @return the answer whatever its code; {@link TimeoutException}, or {@link IOException} when there is no connection
     *     or it ends first
     */
    public CompletableFuture<Command> call(String address, Request request, Duration timeout) {
        CompletableFuture<ChannelConnection> connecting = connection(address);
        ChannelConnection ready = readyOf(connecting);
        if (ready != null) {
            return ready.call(request, timeout);
        }
        long deadline = shared.clock().monotonicNanos() + timeout.toNanos();
        CompletableFuture<Command> answer = new CompletableFuture<>();
        Scheduler.Cancellation expiry = shared.scheduler()
                .schedule(
                        timeout,
                        () -> answer.completeExceptionally(new TimeoutException("no connection to "
                                + Quoted.bounded(address) + " within " + timeout.toMillis() + " ms")));
        CompletableFuture<ChannelConnection> unused = connecting.whenComplete((connection, failure) -> {
            expiry.cancel();
            long left = deadline - shared.clock().monotonicNanos();
            if (connection == null) {
                answer.completeExceptionally(rootOf(failure));
            } else if (!answer.isDone()) {
                CompletableFuture<Command> unusedCall = connection
                        .call(request, Duration.ofNanos(Math.max(1, left)))
                        .whenComplete((given, failed) -> complete(answer, given, failed));
            }
        });
        return answer;
    }

    /**
     * Sends a request to which no answer comes.
     *
     * @param address {@code host:port}
     * @return completes when the bytes were handed to the operating system, else fails with {@link IOException}
     */
    public CompletableFuture<Void> notify(String address, Request request) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        CompletableFuture<ChannelConnection> unused = connection(address).whenComplete((connection, failure) -> {
            if (connection == null) {
                written.completeExceptionally(rootOf(failure));
            } else {
                CompletableFuture<Void> unusedNotice =
                        connection.notify(request).whenComplete((done, failed) -> complete(written, null, failed));
            }
        });
        return written;
    }

    /** The shared connection to an address, made when there is none; fails with {@link IOException}. */
    public CompletableFuture<Connection> connect(String address) {
        return connection(address).thenApply(connection -> connection);
    }

    /** Closes all connections, failing the calls that wait, and ends the threads. Does nothing the second time. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        connections.forEach((address, connecting) -> {
            connecting.completeExceptionally(new IOException("the client is closed"));
            ChannelConnection ready = readyOf(connecting);
            if (ready != null) {
                ready.close();
            }
        });
        resolver.close();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private CompletableFuture<ChannelConnection> connection(String address) {
        CompletableFuture<ChannelConnection> present = connections.get(address);
        ChannelConnection ready = present == null ? null : readyOf(present);
        if (present != null && (!present.isDone() || (ready != null && ready.isOpen()))) {
            return present;
        }
        if (closed.get()) {
            return CompletableFuture.failedFuture(new IOException("the client is closed"));
        }
        CompletableFuture<ChannelConnection> fresh = new CompletableFuture<>();
        boolean mine = present == null
                ? connections.putIfAbsent(address, fresh) == null
                : connections.replace(address, present, fresh);
        if (!mine) {
            return connection(address);
        }
        CompletableFuture<ChannelConnection> unused = fresh.whenComplete((connection, failure) -> {
            if (failure != null) {
                connections.remove(address, fresh);
            }
        });
        open(address, fresh);
        return fresh;
    }

    private void open(String address, CompletableFuture<ChannelConnection> result) {
        int colon = address.lastIndexOf(':');
        int port = colon < 1 ? -1 : portOf(address.substring(colon + 1));
        if (port < 0) {
            result.completeExceptionally(
                    new IOException("address [" + Quoted.bounded(address) + "] is not host:port with port 1 to 65535"));
            return;
        }
        String host = address.substring(0, colon);
        try {
            // A name may take seconds to resolve, which must not happen on an event loop.
            resolver.execute(() -> {
                try {
                    connect(new InetSocketAddress(InetAddress.getByName(host), port), address, result);
                } catch (UnknownHostException unknown) {
                    result.completeExceptionally(
                            new IOException("host of [" + Quoted.bounded(address) + "] is not known", unknown));
                } catch (RuntimeException stopped) {
                    result.completeExceptionally(new IOException("the client is closed", stopped));
                }
            });
        } catch (RejectedExecutionException full) {
            result.completeExceptionally(new IOException("too many connections are being made", full));
        }
    }

    private void connect(InetSocketAddress target, String address, CompletableFuture<ChannelConnection> result) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(256, 2048, 1 << 20))
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        config.connectTimeout().toMillis())
                .handler(new Connect(target));
        ChannelFuture attempt = bootstrap.connect(target);
        attempt.addListener(done -> {
            if (!done.isSuccess()) {
                result.completeExceptionally(new IOException(
                        "no connection to " + Quoted.bounded(address) + ": "
                                + done.cause().getMessage(),
                        done.cause()));
                return;
            }
            ConnectionHandler handler = attempt.channel().pipeline().get(ConnectionHandler.class);
            if (handler == null) {
                result.completeExceptionally(new IOException("connection to " + address + " closed at once"));
                return;
            }
            ChannelConnection connection = handler.openNow();
            if (!result.complete(connection) || closed.get()) {
                connection.close();
            }
        });
    }

    /** Sets up a new channel. */
    private final class Connect extends ChannelInitializer<Channel> {
        private final InetSocketAddress target;

        Connect(InetSocketAddress target) {
            this.target = target;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (tls != null) {
                channel.pipeline().addLast(tls.newHandler(channel.alloc(), target.getHostString(), target.getPort()));
            }
            channel.pipeline().addLast(new ConnectionHandler(shared, new IdleSweep(), null, channel));
        }
    }

    private static int portOf(String text) {
        try {
            int port = Integer.parseInt(text);
            return port >= 1 && port <= 65_535 ? port : -1;
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    private static @Nullable ChannelConnection readyOf(CompletableFuture<ChannelConnection> connecting) {
        return connecting.isDone() && !connecting.isCompletedExceptionally() ? connecting.join() : null;
    }

    private static <T> void complete(CompletableFuture<T> target, @Nullable T value, @Nullable Throwable failure) {
        if (failure != null) {
            target.completeExceptionally(rootOf(failure));
        } else {
            target.complete(value);
        }
    }

    private static Throwable rootOf(@Nullable Throwable failure) {
        if (failure instanceof CompletionException && failure.getCause() != null) {
            return failure.getCause();
        }
        return failure != null ? failure : new IOException("no connection");
    }
}
