package io.pharos.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Writes the results as Markdown: first the targets, then every metric of every work. */
final class Report {
    private static final List<Target> TARGETS = List.of(
            new Target("route-8x32", "", Measured.CPU, 5),
            new Target("route-64x1", "", Measured.CPU, 3),
            new Target("register-same-bytes", "10x100", Measured.CPU, 5),
            new Target("register-same-topics", "10x100", Measured.CPU, 5),
            new Target("register-deflated", "10x100", Measured.CPU, 5),
            new Target("register-same-bytes", "16x2000", Measured.CPU, 10),
            new Target("register-same-topics", "16x2000", Measured.CPU, 10),
            new Target("register-deflated", "16x2000", Measured.CPU, 50),
            new Target("register-same-bytes", "32x10000", Measured.CPU, 10),
            new Target("register-same-topics", "32x10000", Measured.CPU, 10),
            new Target("register-deflated", "32x10000", Measured.CPU, 200),
            new Target("register-one-changed", "32x10000", Measured.CPU, 2),
            new Target("heartbeat", "", Measured.CPU, 5),
            new Target("storm", "32x10000", Measured.P99, 20),
            new Target("memory", "32x10000", Measured.RESIDENT, 3),
            new Target("memory", "32x10000", Measured.RESIDENT_LATER, 3),
            new Target("start", "-", Measured.START_WALL, 3),
            new Target("start", "-", Measured.START_CPU, 3),
            new Target("idle", "-", Measured.ACCEPT_BYTES, 1),
            new Target("idle", "-", Measured.ACCEPT_CPU, 3));

    /** What the original has no counterpart of. */
    private static final List<Limit> LIMITS = List.of(
            new Limit("watch", Measured.P99, 100_000),
            new Limit("watch", Measured.CPU, 20),
            new Limit("probe", Measured.CORE_SHARE, 0.5));

    private static final List<String> WORKS = List.of(
            "route-8x32",
            "route-64x1",
            "poll-8x32",
            "echo-64x1",
            "register-same-bytes",
            "register-same-topics",
            "register-deflated",
            "register-one-changed",
            "heartbeat",
            "echo-per-broker",
            "storm",
            "watch",
            "probe",
            "probe-off",
            "paired-with",
            "paired-without",
            "memory",
            "start",
            "idle");

    private final Results results;

    /** @param size empty for every size that was measured */
    private record Target(String work, String size, String metric, int divisor) {}

    /** What a metric of Pharos must not exceed, at every size that was measured. */
    private record Limit(String work, String metric, double most) {}

    Report(Results results) {
        this.results = results;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        targets(text);
        limits(text);
        for (String work : WORKS) {
            if (!results.sizes(work).isEmpty()) {
                details(text, work);
            }
        }
        return text.toString();
    }

    private void targets(StringBuilder text) {
        text.append("### Targets\n\n");
        text.append("| work | size | metric | original | Pharos | original / Pharos | must be at least | reached |\n");
        text.append("|---|---|---|---:|---:|---:|---:|---|\n");
        for (Target target : TARGETS) {
            List<String> sizes = target.size.isEmpty() ? results.sizes(target.work) : List.of(target.size);
            for (String size : sizes) {
                OptionalDouble original = median(target, size, Server.Kind.ORIGINAL);
                OptionalDouble pharos = median(target, size, Server.Kind.PHAROS);
                if (original.isEmpty() || pharos.isEmpty()) {
                    continue;
                }
                double ratio = original.getAsDouble() / pharos.getAsDouble();
                text.append("| %s | %s | %s | %s | %s | %s | %d | %s |%n"
                        .formatted(
                                target.work,
                                size,
                                target.metric,
                                number(original.getAsDouble()),
                                number(pharos.getAsDouble()),
                                number(ratio),
                                target.divisor,
                                ratio >= target.divisor ? "yes" : "**no**"));
            }
        }
    }

    private void limits(StringBuilder text) {
        text.append("\n### Targets without a counterpart\n\n");
        text.append("| work | size | metric | Pharos | at most | reached |\n|---|---|---|---:|---:|---|\n");
        for (Limit limit : LIMITS) {
            for (String size : results.sizes(limit.work)) {
                results.median(limit.work, size, Server.Kind.PHAROS, limit.metric)
                        .ifPresent(value -> limit(text, limit.work, size, limit.metric, value, limit.most));
            }
        }
        for (String size : results.sizes("poll-8x32")) {
            OptionalDouble poll = results.median("poll-8x32", size, Server.Kind.PHAROS, Measured.CPU);
            OptionalDouble full = results.median("route-8x32", size, Server.Kind.PHAROS, Measured.CPU);
            if (poll.isPresent() && full.isPresent()) {
                double share = poll.getAsDouble() / full.getAsDouble();
                limit(text, "poll-8x32", size, "of the CPU of route-8x32", share, 0.5);
            }
        }
        for (String size : results.sizes("paired-with")) {
            OptionalDouble with = results.median("paired-with", size, Server.Kind.PHAROS, Measured.CPU);
            OptionalDouble without = results.median("paired-without", size, Server.Kind.PHAROS, Measured.CPU);
            if (with.isPresent() && without.isPresent()) {
                double spread = results.spread("paired-without", size, Server.Kind.PHAROS, Measured.CPU);
                double ratio = with.getAsDouble() / without.getAsDouble();
                // Too cheap is as wrong as too dear: then the two servers differ in more than what was switched on.
                text.append("| paired-with | %s | of the CPU of paired-without | %s | 1 +- %s | %s |%n"
                        .formatted(
                                size,
                                number(ratio),
                                number(spread),
                                Math.abs(ratio - 1) <= spread ? "yes" : "**not shown**"));
            }
        }
    }

    private static void limit(StringBuilder text, String work, String size, String metric, double value, double most) {
        text.append("| %s | %s | %s | %s | %s | %s |%n"
                .formatted(work, size, metric, number(value), number(most), value <= most ? "yes" : "**no**"));
    }

    private OptionalDouble median(Target target, String size, Server.Kind server) {
        return results.median(target.work, size, server, target.metric);
    }

    private void details(StringBuilder text, String work) {
        List<String> metrics = results.metrics(work);
        text.append("\n### ").append(work).append("\n\n| size | server |");
        metrics.forEach(metric -> text.append(' ').append(metric).append(" |"));
        text.append("\n|---|---|").append("---:|".repeat(metrics.size())).append('\n');
        for (String size : results.sizes(work)) {
            for (Server.Kind server : Server.Kind.values()) {
                if (results.median(work, size, server, metrics.get(0)).isEmpty()) {
                    continue;
                }
                text.append("| ").append(size).append(" | ");
                text.append(server.name().toLowerCase(Locale.ROOT)).append(" |");
                for (String metric : metrics) {
                    OptionalDouble value = results.median(work, size, server, metric);
                    text.append(' ').append(value.isEmpty() ? "" : number(value.getAsDouble()));
                    text.append(" |");
                }
                text.append('\n');
            }
        }
    }

    private static String number(double value) {
        double magnitude = Math.abs(value);
        String format = magnitude >= 100 || value == Math.rint(value) ? "%,.0f" : magnitude >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
