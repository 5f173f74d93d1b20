package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a client hears of its connections, and what its peers send over them. */
class ClientListenerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Rig.Heard heard = new Rig.Heard();
    private final BlockingQueue<Connection> told = new LinkedBlockingQueue<>();

    private RemotingClient client(Rig rig) throws Exception {
        RequestTable table = RequestTable.builder()
                .onEventLoop(Ping.specOf(Ping.ECHO), Handler.answering((ping, exchange) -> {
                    told.add(exchange.connection());
                    return Reply.OK;
                }))
                .build();
        return new RemotingClient(
                "listening", RemotingClientConfig.DEFAULT, table, List.of(heard), Clock.system(), rig.scheduler);
    }

    @Test
    void connectionsAreHeardOfOnceEachAndNoticesComeOverThem() throws Exception {
        try (Rig rig = new Rig();
                RemotingClient client = client(rig)) {
            Command answer =
                    client.call(rig.address, Ping.echo("x"), PATIENCE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(Ping.textOf(answer)).isEqualTo("x");
            Connection own = client.connect(rig.address).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(heard.opened).containsExactly(own);

            rig.heard.opened.get(0).notify(Ping.echo("news")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isSameAs(own);

            rig.heard.opened.get(0).close();
            await().atMost(PATIENCE).until(() -> !heard.closed.isEmpty());
            assertThat(own.isOpen()).isFalse();
            client.call(rig.address, Ping.echo("y"), PATIENCE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(heard.opened).hasSize(2);
        }
        assertThat(heard.closed).containsExactly(CloseCause.PEER, CloseCause.LOCAL);
    }
}
