package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PulseTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void whatAnswersHasNoProblem() {
        assertThat(new Pulse("it", () -> CompletableFuture.completedFuture(true), SHORT).problem())
                .isNull();
    }

    @Test
    void whatIsStuckIsAskedOnceHoweverOftenOneLooks() {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Pulse pulse = new Pulse(
                "the writer",
                () -> {
                    asked.incrementAndGet();
                    return answer;
                },
                SHORT);
        for (int i = 0; i < 10; i++) {
            assertThat(pulse.problem()).isEqualTo("the writer did not answer within 1 ms");
        }
        assertThat(asked).hasValue(1);

        answer.complete(true);
        assertThat(pulse.problem()).isNull();
        assertThat(asked).hasValue(2);
    }

    @Test
    void whatHasEndedIsAProblem() {
        assertThat(new Pulse(
                                "the writer",
                                () -> CompletableFuture.failedFuture(new RejectedExecutionException()),
                                SHORT)
                        .problem())
                .isEqualTo("the writer has ended");
    }

    @Test
    void anInterruptIsKept() {
        Thread.currentThread().interrupt();

        assertThat(new Pulse("it", CompletableFuture::new, Duration.ofSeconds(10)).problem())
                .isEqualTo("it was not waited for");
        assertThat(Thread.interrupted()).isTrue();
    }
}
