package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether a server's event loops find time. */
@Timeout(60)
class TurnTest {
    private final EventLoop scheduler = new EventLoop("test");
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void aLoopThatIsStuckHasNoTurnUntilItIsFree() throws Exception {
        RequestTable table = RequestTable.builder()
                .onEventLoop(Ping.specOf(Ping.SLOW), Handler.answering((ping, exchange) -> stuck()))
                .build();
        RemotingServerConfig config = RemotingServerConfig.builder()
                .bindAddress("127.0.0.1")
                .eventLoopThreads(2)
                .build();
        RemotingServer server =
                RemotingServer.builder(config, table, Clock.system(), scheduler).start();
        try (Raw raw = new Raw(server.port())) {
            server.turn().get(10, TimeUnit.SECONDS);
            raw.send(Raw.request(Ping.SLOW, 1, 0, 0, SerializeType.JSON));
            begun.await();

            CompletableFuture<Void> turn = server.turn();
            assertThat(turn).isNotDone();
            released.countDown();
            turn.get(10, TimeUnit.SECONDS);
        }
        server.close();

        assertThatThrownBy(() -> server.turn().get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RejectedExecutionException.class);
        scheduler.close();
    }

    private Reply stuck() {
        begun.countDown();
        try {
            released.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return Reply.OK;
    }
}
