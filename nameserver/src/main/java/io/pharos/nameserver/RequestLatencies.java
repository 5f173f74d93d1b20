package io.pharos.nameserver;

import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.ResponseCode;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long requests took, by request code and result: {@code rocketmq_rpc_latency_milliseconds}. Counted without a lock, and without
 * an allocation once a pair was seen, because a route query is done in microseconds. Thread-safe.
 *
 * <p>Codes that this server does not answer share one row and results that it does not tell apart one column, so that no
 * peer can make it grow.
 *
 * <p>Source of name, labels and the buckets from 1 ms on: what a broker of the original 5.5.0 shows ({@code
 * RemotingMetricsManager}), in whole milliseconds.
 */
final class RequestLatencies implements Collector {
    private static final String NAME = "rocketmq_rpc_latency_milliseconds";
    private static final String HELP = "Milliseconds from the read of a request to its answer.";
    private static final int DENSE_CODES = 1_024;

    /** The codes that Pharos adds, see {@code docs/protocol-extensions.md}. */
    private static final int FIRST_EXTENSION = 31_000;

    private static final int EXTENSIONS = 100;
    private static final String OTHER = "other";

    /** Upper bounds; those of the original and more, as most answers here take less than its first. */
    private static final double[] BOUNDS_MILLIS = {
        0.01, 0.03, 0.1, 0.3, 1, 3, 5, 7, 10, 30, 100, 300, 1_000, 2_000, 3_000, Double.POSITIVE_INFINITY
    };

    private static final long[] BOUNDS_NANOS = nanos();
    private static final double NANOS_PER_MILLI = 1e6;

    private static final int[] RESULTS = {
        ResponseCode.SUCCESS,
        ResponseCode.SYSTEM_ERROR,
        ResponseCode.SYSTEM_BUSY,
        ResponseCode.REQUEST_CODE_NOT_SUPPORTED,
        ResponseCode.NO_PERMISSION,
        ResponseCode.TOPIC_NOT_EXIST,
        ResponseCode.QUERY_NOT_FOUND,
        ResponseCode.GO_AWAY,
        ExtensionCodes.ROUTE_UNCHANGED
    };

    private static final String[] RESULT_NAMES = {
        "success",
        "system_error",
        "system_busy",
        "request_code_not_supported",
        "no_permission",
        "topic_not_exist",
        "query_not_found",
        "go_away",
        "route_unchanged",
        OTHER
    };

    private static final int COLUMNS = 2 * RESULT_NAMES.length;

    private final String[] codes;
    private final byte[] rows = new byte[DENSE_CODES + EXTENSIONS];
    private final AtomicReferenceArray<Cell> cells;

    /**
     * Counts nothing yet.
     *
     * @param known what this server answers; at most 127
     */
    RequestLatencies(List<RequestSpec<?>> known) {
        if (known.size() > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("at most 127 request codes, not " + known.size());
        }
        codes = new String[known.size() + 1];
        codes[0] = OTHER;
        for (int i = 0; i < known.size(); i++) {
            int slot = slot(known.get(i).code());
            if (slot < 0) {
                throw new IllegalArgumentException(
                        "a request code out of all ranges: " + known.get(i).code());
            }
            codes[i + 1] = known.get(i).name().toLowerCase(Locale.ROOT);
            rows[slot] = (byte) (i + 1);
        }
        cells = new AtomicReferenceArray<>(codes.length * COLUMNS);
    }

    /** One more request. */
    void add(int code, int result, boolean oneWay, long nanos) {
        int slot = slot(code);
        int row = slot < 0 ? 0 : rows[slot];
        int index = row * COLUMNS + 2 * column(result) + (oneWay ? 1 : 0);
        Cell cell = cells.get(index);
        if (cell == null) {
            cells.compareAndSet(index, null, new Cell());
            cell = cells.get(index);
        }
        cell.add(nanos);
    }

    @Override
    public HistogramSnapshot collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(NAME).help(HELP);
        for (int i = 0; i < cells.length(); i++) {
            Cell cell = cells.get(i);
            if (cell != null) {
                snapshot.dataPoint(cell.shown(labels(i)));
            }
        }
        return snapshot.build();
    }

    private Labels labels(int index) {
        int column = index % COLUMNS;
        return Labels.of(
                "node_type",
                "nameserver",
                "protocol_type",
                "remoting",
                "request_code",
                codes[index / COLUMNS],
                "response_code",
                RESULT_NAMES[column / 2],
                "is_long_polling",
                "false",
                "result",
                column % 2 == 1 ? "oneway" : "success");
    }

    /** Place of a code in the table of rows; -1 when it has none. */
    private static int slot(int code) {
        if (code >= 0 && code < DENSE_CODES) {
            return code;
        }
        int extension = code - FIRST_EXTENSION;
        return extension >= 0 && extension < EXTENSIONS ? DENSE_CODES + extension : -1;
    }

    private static int column(int result) {
        for (int i = 0; i < RESULTS.length; i++) {
            if (RESULTS[i] == result) {
                return i;
            }
        }
        return RESULTS.length;
    }

    private static long[] nanos() {
        long[] nanos = new long[BOUNDS_MILLIS.length - 1];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Math.round(BOUNDS_MILLIS[i] * NANOS_PER_MILLI);
        }
        return nanos;
    }

    /** The requests of one code and result. */
    private static final class Cell {
        private final LongAdder[] counts = new LongAdder[BOUNDS_MILLIS.length];
        private final LongAdder sumNanos = new LongAdder();

        Cell() {
            for (int i = 0; i < counts.length; i++) {
                counts[i] = new LongAdder();
            }
        }

        void add(long nanos) {
            int bucket = 0;
            while (bucket < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[bucket]) {
                bucket++;
            }
            counts[bucket].increment();
            sumNanos.add(nanos);
        }

        HistogramDataPointSnapshot shown(Labels labels) {
            long[] shown = new long[counts.length];
            for (int i = 0; i < shown.length; i++) {
                shown[i] = counts[i].sum();
            }
            return HistogramDataPointSnapshot.builder()
                    .labels(labels)
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS_MILLIS, shown))
                    .sum(sumNanos.sum() / NANOS_PER_MILLI)
                    .build();
        }
    }
}
