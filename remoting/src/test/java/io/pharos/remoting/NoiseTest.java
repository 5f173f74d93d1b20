package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.EventLoop;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.testkit.LogLines;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Whatever a peer repeats, the log stays short: at most twenty lines in ten seconds, which stand still here. */
class NoiseTest {
    private static final int REPEATED = 60;
    private static final int LINES = 20;
    private static final String PEER = "peer=\\[127\\.0\\.0\\.1:\\d+]";

    @Test
    void requestsThatFailInsideAreToldAFewTimes() throws Exception {
        try (LogLines lines = new LogLines(Dispatcher.class.getName());
                Noisy noisy = new Noisy(config -> config)) {
            for (int i = 0; i < REPEATED; i++) {
                assertThat(noisy.ask(Ping.BROKEN, i)).isEqualTo(1);
            }

            assertThat(lines.of("request failed"))
                    .hasSize(LINES)
                    .allMatch(line -> line.matches("request failed request=\\[PING_9003] " + PEER));
        }
    }

    @Test
    void answersThatFitNoFrameAreToldAFewTimes() throws Exception {
        try (LogLines lines = new LogLines(ConnectionHandler.class.getName());
                Noisy noisy = new Noisy(config -> config.serializeType(SerializeType.ROCKETMQ))) {
            for (int i = 0; i < REPEATED; i++) {
                assertThat(noisy.ask(Ping.BIG, i)).isEqualTo(1);
            }

            assertThat(lines.of("command can't be written"))
                    .hasSize(LINES)
                    .allMatch(line -> line.matches("command can't be written " + PEER + " code=\\[0]"));
        }
    }

    @Test
    void listenersThatFailAreToldAFewTimes() throws Exception {
        try (LogLines lines = new LogLines(ConnectionHandler.class.getName());
                Noisy noisy = new Noisy(config -> config)) {
            for (int i = 0; i < REPEATED; i++) {
                try (Raw raw = new Raw(noisy.server.port())) {
                    raw.send(Raw.echo(i));
                    assertThat(raw.read().opaque()).isEqualTo(i);
                }
            }

            Awaitility.await().until(() -> noisy.server.connections() == 1);
            assertThat(lines.of("connection listener failed"))
                    .hasSize(LINES)
                    .allMatch(line -> line.matches("connection listener failed " + PEER));
        }
    }

    /** A server that fails in each of these ways, and one peer of it. */
    private static final class Noisy implements AutoCloseable {
        private final EventLoop scheduler = new EventLoop("test");
        private final RemotingServer server;
        private final Raw peer;

        Noisy(UnaryOperator<RemotingServerConfig.Builder> settings) throws Exception {
            RequestTable table = RequestTable.builder()
                    .onEventLoop(Ping.specOf(Ping.ECHO), Handler.answering((ping, exchange) -> Reply.OK))
                    .onEventLoop(Ping.specOf(Ping.BROKEN), Handler.answering((ping, exchange) -> {
                        throw new IllegalStateException("secret detail");
                    }))
                    .onEventLoop(
                            Ping.specOf(Ping.BIG),
                            Handler.answering((ping, exchange) -> Reply.ok(ExtFields.builder()
                                    .put("k".repeat(40_000), "v")
                                    .build())))
                    .build();
            RemotingServerConfig config = settings.apply(RemotingServerConfig.builder()
                            .bindAddress("127.0.0.1")
                            .eventLoopThreads(1))
                    .build();
            server = RemotingServer.builder(config, table, new ManualClock(), scheduler)
                    .listener(new ConnectionListener() {
                        @Override
                        public void closed(Connection connection, CloseCause cause) {
                            throw new IllegalStateException("secret detail");
                        }
                    })
                    .start();
            peer = new Raw(server.port());
        }

        int ask(int code, int opaque) throws Exception {
            peer.send(Raw.request(code, opaque, 0, 0, SerializeType.JSON));
            return peer.read().code();
        }

        @Override
        public void close() throws IOException {
            peer.close();
            server.close();
            scheduler.close();
        }
    }
}
