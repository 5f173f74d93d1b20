package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class StopTest {

    @Test
    void newRequestsAreTurnedAwayAndOlderPeersServedDuringTheGrace() throws Exception {
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            raw.send(Raw.echo(1));
            raw.read();
            CompletableFuture<Void> end = rig.server.stop(Duration.ofMillis(700));
            raw.send(Raw.request(Ping.ECHO, 2, 476, 0, SerializeType.JSON));
            Command turnedAway = raw.read();
            assertThat(turnedAway.code()).isEqualTo(1500);
            assertThat(turnedAway.remark()).isEqualTo("please go away");
            raw.send(Raw.request(Ping.ECHO, 3, 475, 0, SerializeType.JSON));
            assertThat(raw.read().code()).isZero();
            assertThat(raw.isClosedByServer()).isTrue();
            raw.hangUp();
            end.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestThatWasAcceptedIsAnsweredAfterTheStopBegan() throws Exception {
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            raw.send(Raw.join(Raw.request(Ping.SLOW, 1, 513, 0, SerializeType.JSON), Raw.echo(2)));
            assertThat(raw.read().opaque()).isEqualTo(2);
            CompletableFuture<Void> end = rig.server.stop(Duration.ZERO);
            assertThat(end).isNotDone();
            rig.slow.complete(Reply.failed(22, "late"));
            assertThat(raw.read().remark()).isEqualTo("late");
            assertThat(raw.isClosedByServer()).isTrue();
            raw.hangUp();
            end.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void underLoadEveryAcceptedRequestIsAnswered() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (Rig rig = new Rig();
                    Raw raw = new Raw(rig.server.port())) {
                Thread sender = new Thread(() -> {
                    try {
                        for (int i = 0; i < 1_000_000; i++) {
                            int code = i % 2 == 0 ? Ping.ECHO : Ping.WORKER;
                            raw.send(Raw.request(code, i, 400, 0, SerializeType.ROCKETMQ));
                        }
                    } catch (IOException stopped) {
                        assertThat(stopped).isNotNull();
                    }
                });
                sender.start();
                int answers = 0;
                try {
                    while (true) {
                        raw.read();
                        answers++;
                        if (answers == 2_000) {
                            CompletableFuture<Void> unused = rig.server.stop(Duration.ZERO);
                        }
                    }
                } catch (EOFException | SocketException over) {
                    raw.hangUp();
                }
                sender.join();
                rig.server.stop(Duration.ZERO).get(10, TimeUnit.SECONDS);
                assertThat(answers).isEqualTo(rig.heard.results.size());
            }
        }
    }

    @Test
    void closingTwiceIsHarmlessAndLeavesNoThread() throws Exception {
        Rig rig = new Rig();
        rig.client.call(rig.address, Ping.echo("x"), Duration.ofSeconds(5)).get(10, TimeUnit.SECONDS);
        rig.server.close();
        rig.server.close();
        rig.close();
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("test-server")
                                || thread.getName().startsWith("test-client")));
    }
}
