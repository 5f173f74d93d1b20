package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.nameserver.http.Check;
import io.pharos.nameserver.route.Liveness;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VitalsTest {
    private final ManualClock clock = new ManualClock();
    private final Vitals vitals = new Vitals();

    @Test
    void whileItStartsItIsHealthyAndNotReady() {
        assertThat(vitals.health().good()).isTrue();
        assertThat(vitals.readiness())
                .isEqualTo(Check.Verdict.bad("starting: files are read, nothing is answered yet"));
    }

    @Test
    void whoIsStuckIsNamed() {
        vitals.serving(
                routes(Duration.ZERO),
                List.of(
                        pulse("one", CompletableFuture.completedFuture(true)),
                        pulse("the writer", new CompletableFuture<>())));

        assertThat(vitals.health()).isEqualTo(Check.Verdict.bad("the writer did not answer within 1 ms"));
        assertThat(vitals.readiness()).isEqualTo(Check.Verdict.good("ready"));
    }

    @Test
    void whileItStopsItIsHealthyAndNotReady() {
        vitals.serving(routes(Duration.ZERO), List.of(pulse("the writer", new CompletableFuture<>())));
        vitals.stopping();

        assertThat(vitals.health().good()).isTrue();
        assertThat(vitals.readiness())
                .isEqualTo(Check.Verdict.bad("stopping: what was accepted is finished, nothing more is taken"));
    }

    @Test
    void answersThatAreWithheldHaveAnEnd() {
        vitals.serving(routes(Duration.ofSeconds(45)), List.of());

        assertThat(vitals.readiness().sentence()).startsWith("route queries are not answered for another 45 s,");
        clock.advance(Duration.ofMillis(44_500));
        assertThat(vitals.readiness().sentence()).startsWith("route queries are not answered for another 1 s,");
        clock.advance(Duration.ofMillis(500));
        assertThat(vitals.readiness()).isEqualTo(Check.Verdict.good("ready"));
    }

    private static Pulse pulse(String name, CompletableFuture<Boolean> answer) {
        return new Pulse(name, () -> answer, Duration.ofMillis(1));
    }

    private Routes routes(Duration wait) {
        RouteEffects none = new RouteEffects() {
            @Override
            public void minBrokerIdChanged(MinBrokerIdChange change) {}

            @Override
            public void closeSilentConnection(long connectionId) {}
        };
        return new Routes(
                clock,
                Runnable::run,
                new RouteSettings(false, false, Map.of(), wait, Duration.ofMinutes(2), Liveness.DEADLINES_ALONE),
                none,
                (route, strict) -> new byte[0],
                1,
                "run");
    }
}
