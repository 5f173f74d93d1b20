package io.pharos.remoting;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.base.Scheduler;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A server with handlers of every kind on loopback, what its listeners heard, and a client. */
final class Rig implements AutoCloseable {
    final EventLoop scheduler = new EventLoop("test-scheduler");
    final WorkerPool workers = new WorkerPool("test-worker", 4, 10_000);
    final Heard heard = new Heard();
    final CompletableFuture<Reply> slow = new CompletableFuture<>();
    final RemotingServer server;
    final RemotingClient client;
    final String address;

    Rig() throws IOException {
        this(config -> config);
    }

    Rig(UnaryOperator<RemotingServerConfig.Builder> settings) throws IOException {
        this(settings, Clock.system(), null);
    }

    Rig(UnaryOperator<RemotingServerConfig.Builder> settings, Clock clock, @Nullable Scheduler own) throws IOException {
        RemotingServerConfig config = settings.apply(
                        RemotingServerConfig.builder().bindAddress("127.0.0.1").eventLoopThreads(2))
                .build();
        server = RemotingServer.builder(config, table(), clock, own != null ? own : scheduler)
                .listener(heard)
                .observer(heard)
                .name("test-server")
                .start();
        client = new RemotingClient("test-client", RemotingClientConfig.DEFAULT, Clock.system(), scheduler);
        address = "127.0.0.1:" + server.port();
    }

    private RequestTable table() {
        return RequestTable.builder()
                .onEventLoop(Ping.specOf(Ping.ECHO), Handler.answering((ping, exchange) -> echo(ping)))
                .onEventLoop(Ping.specOf(Ping.SLOW), (ping, exchange) -> slow)
                .onEventLoop(Ping.specOf(Ping.BROKEN), Handler.answering((ping, exchange) -> {
                    throw new IllegalStateException("secret detail");
                }))
                .onEventLoop(Ping.specOf(Ping.REFUSED), Handler.answering((ping, exchange) -> {
                    throw new RequestFailed(17, "no such thing");
                }))
                .on(
                        task -> {
                            throw new RejectedExecutionException("full");
                        },
                        Ping.specOf(Ping.BUSY),
                        Handler.answering((ping, exchange) -> Reply.OK))
                .on(workers, Ping.specOf(Ping.WORKER), Handler.answering((ping, exchange) -> echo(ping)))
                .onEventLoop(Ping.specOf(Ping.BIG), Handler.answering((ping, exchange) -> Reply.ok(new byte[1 << 20])))
                .build();
    }

    private static Reply echo(Ping ping) {
        String text = ping.content().isEmpty() ? String.valueOf(ping.name()) : ping.content();
        return Reply.ok(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        client.close();
        slow.complete(Reply.OK);
        server.close();
        workers.close();
        scheduler.close();
    }

    /** Runs on an event loop and may hold it up. */
    @FunctionalInterface
    interface Hook {
        void run() throws InterruptedException;
    }

    /** Events in their order. */
    static final class Heard implements ConnectionListener, RemotingObserver {
        final List<Connection> opened = new CopyOnWriteArrayList<>();
        final List<CloseCause> closed = new CopyOnWriteArrayList<>();
        final List<Refusal> refusals = new CopyOnWriteArrayList<>();
        final List<Integer> results = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger malformed = new AtomicInteger();
        final AtomicInteger limited = new AtomicInteger();
        final AtomicInteger heldUp = new AtomicInteger();
        volatile Hook whenOpened = () -> {};

        @Override
        public void opened(Connection connection) {
            opened.add(connection);
            try {
                whenOpened.run();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void closed(Connection connection, CloseCause cause) {
            closed.add(cause);
        }

        @Override
        public void malformed() {
            malformed.incrementAndGet();
        }

        @Override
        public void refused(Refusal refusal) {
            refusals.add(refusal);
        }

        @Override
        public void requestLimited() {
            limited.incrementAndGet();
        }

        @Override
        public void readingHeldUp() {
            heldUp.incrementAndGet();
        }

        @Override
        public void answered(int code, int result, boolean oneWay, long nanos) {
            results.add(result);
        }
    }
}
