package io.pharos.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aNewRunReplacesWhatItMeasuredAndKeepsTheRest() throws IOException {
        Path file = folder.resolve("measurements.csv");
        Results.read(file)
                .with(List.of(value(Server.Kind.ORIGINAL, 1, 10), value(Server.Kind.PHAROS, 1, 4)))
                .write(file);

        Results results = Results.read(file).with(List.of(value(Server.Kind.PHAROS, 1, 2)));

        assertThat(median(results, Server.Kind.PHAROS)).isEqualTo(2);
        assertThat(median(results, Server.Kind.ORIGINAL)).isEqualTo(10);
    }

    @Test
    void theMedianOfAnEvenNumberOfRoundsIsBetweenTheMiddleTwo() throws IOException {
        Results results = Results.read(folder.resolve("none.csv"))
                .with(List.of(
                        value(Server.Kind.PHAROS, 1, 9),
                        value(Server.Kind.PHAROS, 2, 1),
                        value(Server.Kind.PHAROS, 3, 3),
                        value(Server.Kind.PHAROS, 4, 2)));

        assertThat(median(results, Server.Kind.PHAROS)).isEqualTo(2.5);
    }

    @Test
    void theReportSaysWhetherATargetIsReached() throws IOException {
        Results results = Results.read(folder.resolve("none.csv"))
                .with(List.of(value(Server.Kind.ORIGINAL, 1, 10), value(Server.Kind.PHAROS, 1, 2.1)));

        assertThat(new Report(results).markdown())
                .contains("| route-8x32 | 10x100 | server CPU us/request | 10 | 2.10 | 4.76 | 5 | **no** |");
    }

    @Test
    void aPairIsJudgedByTheSpreadOfItsPlainRuns() throws IOException {
        Results results = Results.read(folder.resolve("none.csv"))
                .with(List.of(
                        paired("paired-with", 1, 2.1),
                        paired("paired-without", 1, 1.9),
                        paired("paired-without", 2, 2.0),
                        paired("paired-without", 3, 2.2)));

        assertThat(results.spread("paired-without", "10x100", Server.Kind.PHAROS, Measured.CPU))
                .isCloseTo(0.15, within(1e-9));
        assertThat(new Report(results).markdown())
                .contains("| paired-with | 10x100 | of the CPU of paired-without | 1.05 | 1 +- 0.15 | yes |");
        Results cheaper = results.with(List.of(paired("paired-with", 1, 1.6)));
        assertThat(new Report(cheaper).markdown())
                .contains("| paired-with | 10x100 | of the CPU of paired-without | 0.80 | 1 +- 0.15 | **not shown** |");
    }

    private static Measured paired(String work, int round, double value) {
        return new Measured(work, "10x100", Server.Kind.PHAROS, round, Measured.CPU, value);
    }

    private static Measured value(Server.Kind server, int round, double value) {
        return new Measured("route-8x32", "10x100", server, round, Measured.CPU, value);
    }

    private static double median(Results results, Server.Kind server) {
        return results.median("route-8x32", "10x100", server, Measured.CPU).orElseThrow();
    }
}
