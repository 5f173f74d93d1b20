package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DispatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Rig rig;

    @BeforeEach
    void start() throws IOException {
        rig = new Rig();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Command call(Ping ping) throws Exception {
        return rig.client.call(rig.address, ping, PATIENCE).get(15, TimeUnit.SECONDS);
    }

    @Test
    void anAnswerCarriesTheHandlersBody() throws Exception {
        assertThat(Ping.textOf(call(Ping.echo("hello")))).isEqualTo("hello");
    }

    @Test
    void aHandlerOnAnExecutorReadsTheWholeBody() throws Exception {
        StringBuilder content = new StringBuilder();
        for (int i = 0; content.length() < 1_700_000; i++) {
            content.append(i).append(',');
        }
        Command answer = call(new Ping(Ping.WORKER, "big", content.toString()));
        assertThat(Ping.textOf(answer)).isEqualTo(content.toString());
    }

    @Test
    void anUnknownCodeIsAnsweredWithTheOriginalsText() throws Exception {
        Command answer = call(Ping.of(12345));
        assertThat(answer.code()).isEqualTo(3);
        assertThat(answer.remark()).isEqualTo(" request type 12345 not supported");
    }

    @Test
    void aFullExecutorIsAnsweredBusy() throws Exception {
        Command answer = call(Ping.of(Ping.BUSY));
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.remark()).isEqualTo("[OVERLOAD]system busy, start flow control for a while");
    }

    @Test
    void aRefusalKeepsItsCodeAndRemark() throws Exception {
        Command answer = call(Ping.of(Ping.REFUSED));
        assertThat(answer.code()).isEqualTo(17);
        assertThat(answer.remark()).isEqualTo("no such thing");
    }

    @Test
    void aFailureInsideIsNotShownToThePeer() throws Exception {
        Command answer = call(Ping.of(Ping.BROKEN));
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.remark()).doesNotContain("secret").doesNotContain("Exception");
    }

    @Test
    void aSlowRequestDoesNotHoldUpThoseBehindIt() throws Exception {
        CompletableFuture<Command> slow = rig.client.call(rig.address, Ping.of(Ping.SLOW), PATIENCE);
        assertThat(Ping.textOf(call(Ping.echo("fast")))).isEqualTo("fast");
        assertThat(slow).isNotDone();
        rig.slow.complete(Reply.failed(22, "late"));
        assertThat(slow.get(10, TimeUnit.SECONDS).remark()).isEqualTo("late");
    }

    @Test
    void thousandsOfPipelinedCallsEachGetTheirOwnAnswer() throws Exception {
        List<CompletableFuture<Command>> calls = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            int code = i % 2 == 0 ? Ping.ECHO : Ping.WORKER;
            calls.add(rig.client.call(rig.address, new Ping(code, "n" + i, ""), PATIENCE));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(Ping.textOf(calls.get(i).get(10, TimeUnit.SECONDS))).isEqualTo("n" + i);
        }
        assertThat(rig.heard.opened).hasSize(1);
    }

    @Test
    void aOneWayRequestIsNeverAnsweredNotEvenWithAnError() throws Exception {
        for (int code : new int[] {Ping.ECHO, Ping.BROKEN, Ping.BUSY, 12345}) {
            rig.client.notify(rig.address, Ping.of(code)).get(10, TimeUnit.SECONDS);
        }
        assertThat(Ping.textOf(call(Ping.echo("after")))).isEqualTo("after");
        assertThat(rig.heard.results).containsExactly(0, 1, 2, 3, 0);
    }

    @Test
    void aCallWithoutAnAnswerTimesOut() {
        CompletableFuture<Command> call = rig.client.call(rig.address, Ping.of(Ping.SLOW), Duration.ofMillis(100));
        assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void aClosedConnectionFailsItsCallsAtOnceAndTheNextCallConnectsAgain() throws Exception {
        CompletableFuture<Command> call = rig.client.call(rig.address, Ping.of(Ping.SLOW), PATIENCE);
        Awaitility.await().until(() -> rig.heard.opened.size() == 1);
        rig.heard.opened.get(0).close();
        assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
        assertThat(Ping.textOf(call(Ping.echo("again")))).isEqualTo("again");
        assertThat(rig.heard.closed).containsExactly(CloseCause.LOCAL);
    }

    @Test
    void anAddressWithoutAServerFailsWithItsName() {
        assertThatThrownBy(() ->
                        rig.client.call("127.0.0.1:1", Ping.echo("x"), PATIENCE).get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:1");
        assertThatThrownBy(() ->
                        rig.client.call("nonsense", Ping.echo("x"), PATIENCE).get(10, TimeUnit.SECONDS))
                .hasMessageContaining("[nonsense] is not host:port");
    }

    @Test
    void aPortInUseIsNamed() {
        RemotingServerConfig config = RemotingServerConfig.builder()
                .bindAddress("127.0.0.1")
                .listenPort(rig.server.port())
                .build();
        assertThatThrownBy(() -> RemotingServer.builder(
                                config, RequestTable.builder().build(), Clock.system(), rig.scheduler)
                        .start())
                .isInstanceOf(BindFailed.class)
                .hasMessage("cannot listen on " + rig.address
                        + ": address in use; stop the other process or choose another listenPort");
    }
}
