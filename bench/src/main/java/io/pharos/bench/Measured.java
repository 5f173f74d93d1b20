package io.pharos.bench;

import java.util.Locale;

/**
 * One measured value.
 *
 * @param work what was done, such as {@code route-8x32}
 * @param size the landscape, or {@code -} where none matters
 * @param server who did it
 * @param round counts from 1
 * @param metric name with its unit
 * @param value in that unit
 */
record Measured(String work, String size, Server.Kind server, int round, String metric, double value) {
    static final String CPU = "server CPU us/request";
    static final String COLLECTOR = "of it GC us/request";
    static final String COMPILER = "JIT us/request";
    static final String GENERATOR = "generator CPU us/request";
    static final String CORE_SHARE = "% of a core";
    static final String PROBES = "probes answered/s";
    static final String RATE = "requests/s";
    static final String MEDIAN = "p50 us";
    static final String P99 = "p99 us";
    static final String MAXIMUM = "max us";
    static final String RESIDENT = "resident MiB";
    static final String RESIDENT_LATER = "resident MiB after re-registrations";
    static final String ROUNDS = "rounds of re-registration/s";
    static final String START_WALL = "start ms";
    static final String START_CPU = "start CPU ms";
    static final String ACCEPT_CPU = "accept CPU us/connection";
    static final String ACCEPT_BYTES = "bytes/connection";
    static final String ACCEPT_TIME = "all accepted ms";
    static final String OVERFLOWS = "accept queue overflows";
    static final String FIRST_QUERY_CPU = "first query CPU us/connection";

    String csv() {
        return String.join(
                ",",
                work,
                size,
                server.name(),
                Integer.toString(round),
                metric,
                String.format(Locale.ROOT, "%.3f", value));
    }

    static Measured parse(String csv) {
        String[] parts = csv.split(",", -1);
        return new Measured(
                parts[0],
                parts[1],
                Server.Kind.valueOf(parts[2]),
                Integer.parseInt(parts[3]),
                parts[4],
                Double.parseDouble(parts[5]));
    }
}
