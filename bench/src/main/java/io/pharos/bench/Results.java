package io.pharos.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** All measured values, kept in one CSV file: a new run replaces what it measured again and leaves the rest. */
final class Results {
    private static final String HEADER = "work,size,server,round,metric,value";

    private final List<Measured> values;

    private Results(List<Measured> values) {
        this.values = values;
    }

    static Results read(Path file) throws IOException {
        List<Measured> values = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank() && !line.equals(HEADER)) {
                    values.add(Measured.parse(line));
                }
            }
        }
        return new Results(values);
    }

    private record Cell(String work, String size, Server.Kind server) {}

    Results with(List<Measured> fresh) {
        Set<Cell> again = new HashSet<>();
        for (Measured value : fresh) {
            again.add(new Cell(value.work(), value.size(), value.server()));
        }
        List<Measured> merged = new ArrayList<>(values);
        merged.removeIf(value -> again.contains(new Cell(value.work(), value.size(), value.server())));
        merged.addAll(fresh);
        return new Results(merged);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(HEADER);
        values.forEach(value -> lines.add(value.csv()));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }

    /** Median over the rounds. */
    OptionalDouble median(String work, String size, Server.Kind server, String metric) {
        double[] sorted = values.stream()
                .filter(v -> v.work().equals(work)
                        && v.size().equals(size)
                        && v.server() == server
                        && v.metric().equals(metric))
                .mapToDouble(Measured::value)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }

    /** Distance of the largest from the smallest round, as a share of the median; 0 when nothing was measured. */
    double spread(String work, String size, Server.Kind server, String metric) {
        DoubleSummaryStatistics all = values.stream()
                .filter(v -> v.work().equals(work)
                        && v.size().equals(size)
                        && v.server() == server
                        && v.metric().equals(metric))
                .mapToDouble(Measured::value)
                .summaryStatistics();
        OptionalDouble median = median(work, size, server, metric);
        return median.isEmpty() ? 0 : (all.getMax() - all.getMin()) / median.getAsDouble();
    }

    /** The sizes at which some work was measured, smallest first. */
    List<String> sizes(String work) {
        return values.stream()
                .filter(value -> value.work().equals(work))
                .map(Measured::size)
                .distinct()
                .sorted((a, b) -> Integer.compare(topics(a), topics(b)))
                .toList();
    }

    /** The metrics that were taken of some work, in the order of the file. */
    List<String> metrics(String work) {
        return values.stream()
                .filter(value -> value.work().equals(work))
                .map(Measured::metric)
                .distinct()
                .toList();
    }

    static int topics(String size) {
        return size.equals("-") ? 0 : Landscape.parse(size).topics();
    }
}
