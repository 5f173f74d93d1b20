package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.testkit.LogLines;
import io.pharos.testkit.ManualClock;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogLimiterTest {
    private final ManualClock clock = new ManualClock();
    private final LogLimiter limiter = new LogLimiter(clock, "cats", Duration.ofSeconds(10), 3);

    @Test
    void aFewLinesAPeriodGoThroughAndTheRestIsToldAsANumber() {
        try (LogLines lines = new LogLines(LogLimiter.class.getName())) {
            assertThat(allowed(10)).isEqualTo(3);
            clock.advance(Duration.ofSeconds(9));
            assertThat(allowed(1)).isZero();
            assertThat(lines.of("")).isEmpty();

            clock.advance(Duration.ofSeconds(1));
            assertThat(allowed(3)).isEqualTo(3);
            assertThat(lines.of("")).containsExactly("log lines left out about=[cats] lines=[8]");

            clock.advance(Duration.ofSeconds(10));
            assertThat(allowed(1)).isEqualTo(1);
            assertThat(lines.of("")).hasSize(1);
        }
    }

    private long allowed(int asked) {
        return IntStream.range(0, asked).filter(i -> limiter.allows()).count();
    }
}
