package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Requests of the server to its peers, over connections that the peers have made. */
class ServerCallTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static Connection accepted(Rig rig, Raw raw) throws Exception {
        int before = rig.heard.opened.size();
        raw.send(Raw.echo(1));
        raw.read();
        return rig.heard.opened.get(before);
    }

    private static Command get(CompletableFuture<Command> call) throws Exception {
        return call.get(15, TimeUnit.SECONDS);
    }

    private static byte[] answerTo(Command call, String body) {
        byte[] text = body.getBytes(StandardCharsets.ISO_8859_1);
        return FrameCodec.encode(Command.response(call.opaque(), Reply.ok(text)), SerializeType.JSON);
    }

    @Test
    void theAnswersOfAPeerFindTheirCallsInAnyOrder() throws Exception {
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            CompletableFuture<Command> first = connection.call(Ping.echo("first"), PATIENCE);
            CompletableFuture<Command> second = connection.call(Ping.echo("second"), PATIENCE);
            Command firstAsked = raw.read();
            Command secondAsked = raw.read();
            assertThat(firstAsked.isResponse()).isFalse();
            assertThat(firstAsked.isOneWay()).isFalse();
            assertThat(firstAsked.code()).isEqualTo(Ping.ECHO);
            assertThat(firstAsked.ext().get("name")).isEqualTo("first");
            raw.send(Raw.join(
                    answerTo(secondAsked, "to the second"), Raw.echo(5), answerTo(firstAsked, "to the first")));
            assertThat(Ping.textOf(get(first))).isEqualTo("to the first");
            assertThat(Ping.textOf(get(second))).isEqualTo("to the second");
            assertThat(raw.read().opaque()).isEqualTo(5);
        }
    }

    @Test
    void aBodyIsTheCallersOwnAndOutlivesTheConnection() throws Exception {
        CompletableFuture<Command> call;
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            call = connection.call(Ping.echo("x"), PATIENCE);
            raw.send(answerTo(raw.read(), "y".repeat(100_000)));
            get(call);
            raw.send(Raw.withBody(Raw.echo(2), 200_000));
            raw.read();
        }
        assertThat(Ping.textOf(get(call))).isEqualTo("y".repeat(100_000));
    }

    @Test
    void theClientOfThisLibraryAnswersCallsOfItsServer() throws Exception {
        RequestTable table = RequestTable.builder()
                .onEventLoop(
                        Ping.specOf(Ping.WORKER),
                        Handler.answering((ping, exchange) ->
                                Reply.ok(("hello " + ping.name()).getBytes(StandardCharsets.ISO_8859_1))))
                .build();
        try (Rig rig = new Rig();
                RemotingClient client = new RemotingClient(
                        "called", RemotingClientConfig.DEFAULT, table, Clock.system(), rig.scheduler)) {
            get(client.call(rig.address, Ping.echo("x"), PATIENCE));
            Connection connection = rig.heard.opened.get(0);
            Command answer = get(connection.call(new Ping(Ping.WORKER, "server", ""), PATIENCE));
            assertThat(Ping.textOf(answer)).isEqualTo("hello server");
            assertThat(get(connection.call(Ping.echo("unknown there"), PATIENCE))
                            .code())
                    .isEqualTo(3);
        }
    }

    @Test
    void aCallWithoutAnAnswerEndsAtItsTimeoutAndALateAnswerIsDropped() throws Exception {
        ManualClock clock = new ManualClock();
        ManualScheduler scheduler = new ManualScheduler(clock);
        Rig rig = new Rig(config -> config.drainTime(Duration.ZERO).maxOutstandingCalls(1), clock, scheduler);
        try (rig;
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            CompletableFuture<Command> late = connection.call(Ping.echo("x"), Duration.ofSeconds(3));
            Command asked = raw.read();
            scheduler.advance(Duration.ofMillis(2_999));
            assertThat(late).isNotDone();
            scheduler.advance(Duration.ofMillis(1));
            assertThatThrownBy(() -> get(late))
                    .hasCauseInstanceOf(TimeoutException.class)
                    .hasMessageContaining(connection.peer())
                    .hasMessageContaining("3000 ms");
            raw.send(Raw.join(answerTo(asked, "late"), Raw.echo(2)));
            assertThat(raw.read().opaque()).isEqualTo(2);
            assertThat(connection.isOpen()).as("a late answer is no offence").isTrue();
            CompletableFuture<Command> next = connection.call(Ping.echo("y"), Duration.ofSeconds(3));
            raw.send(answerTo(raw.read(), "in time"));
            assertThat(Ping.textOf(get(next))).isEqualTo("in time");
        }
    }

    @Test
    void callsThatWaitFailWhenThePeerLeaves() throws Exception {
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            List<CompletableFuture<Command>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(connection.call(Ping.echo("x"), PATIENCE));
            }
            raw.read();
            raw.hangUp();
            for (CompletableFuture<Command> call : calls) {
                assertThatThrownBy(() -> get(call))
                        .hasCauseInstanceOf(IOException.class)
                        .hasMessageContaining("closed");
            }
            assertThatThrownBy(() -> get(connection.call(Ping.echo("after"), PATIENCE)))
                    .hasCauseInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
            assertThat(connection.notify(Ping.echo("after"))).isCompletedExceptionally();
        }
    }

    @Test
    void callsThatWaitFailWhenTheServerCloses() throws Exception {
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            CompletableFuture<Command> call = connection.call(Ping.echo("x"), PATIENCE);
            raw.read();
            connection.close();
            assertThatThrownBy(() -> get(call)).hasCauseInstanceOf(IOException.class);
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    @Test
    void callsBeyondTheLimitAreRefusedAtOnce() throws Exception {
        try (Rig rig = new Rig(config -> config.maxOutstandingCalls(2));
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            CompletableFuture<Command> first = connection.call(Ping.echo("1"), PATIENCE);
            CompletableFuture<Command> second = connection.call(Ping.echo("2"), PATIENCE);
            CompletableFuture<Command> third = connection.call(Ping.echo("3"), PATIENCE);
            assertThat(third).isCompletedExceptionally();
            assertThatThrownBy(() -> get(third)).hasMessageContaining("2 calls wait");
            raw.send(answerTo(raw.read(), "a"));
            assertThat(Ping.textOf(get(first))).isEqualTo("a");
            CompletableFuture<Command> fourth = connection.call(Ping.echo("4"), PATIENCE);
            raw.send(answerTo(raw.read(), "b"));
            raw.send(answerTo(raw.read(), "d"));
            assertThat(Ping.textOf(get(second))).isEqualTo("b");
            assertThat(Ping.textOf(get(fourth))).isEqualTo("d");
        }
    }

    @Test
    void callsWithoutASchedulerAreRefusedAndTakeNoPlace() throws Exception {
        try (Rig rig = new Rig(config -> config.maxOutstandingCalls(1));
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            rig.scheduler.close();
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Command> call = connection.call(Ping.echo("x"), PATIENCE);
                assertThatThrownBy(() -> get(call)).hasMessageContaining("refused: closed");
            }
        }
    }

    @Test
    void aNoticeThatWasNotSentDoesNotPassForSent() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        try (Rig rig = new Rig(config -> config.eventLoopThreads(1));
                Raw raw = new Raw(rig.server.port());
                Raw other = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            rig.heard.whenOpened = () -> {
                held.countDown();
                letGo.await(10, TimeUnit.SECONDS);
            };
            other.send(Raw.echo(1));
            assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> notice = connection.notify(Ping.echo("too late"));
            connection.close();
            letGo.countDown();
            assertThat(raw.isClosedByServer()).isTrue();
            assertThatThrownBy(() -> notice.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void aNoticeThatFitsNoFrameFails() throws Exception {
        String tooLong = "x".repeat(1 << 24);
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            Connection connection = accepted(rig, raw);
            CompletableFuture<Void> notice = connection.notify(Ping.echo(tooLong));
            assertThatThrownBy(() -> notice.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
            raw.send(Raw.echo(2));
            assertThat(raw.read().opaque()).isEqualTo(2);
        }
    }
}
