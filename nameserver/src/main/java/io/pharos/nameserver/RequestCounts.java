package io.pharos.nameserver;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often each request code had each result, counted without a lock or an allocation once a pair was seen.
 * Thread-safe. Codes that no server of this kind answers share one row, so that a peer cannot make it grow.
 */
final class RequestCounts {
    private static final int CODES = 1_024;

    /** The codes that Pharos adds, see {@code docs/protocol-extensions.md}. */
    private static final int FIRST_EXTENSION = 31_000;

    private static final int EXTENSIONS = 100;
    private static final int ROWS = CODES + EXTENSIONS + 1;
    private static final int[] RESULTS = {0, 1, 2, 3, 16, 17, 22, 1_500, -1};
    private static final int OTHER = RESULTS.length - 1;

    private final AtomicReferenceArray<LongAdder> cells = new AtomicReferenceArray<>(ROWS * RESULTS.length);

    void add(int code, int result) {
        int index = row(code) * RESULTS.length + column(result);
        LongAdder cell = cells.get(index);
        if (cell == null) {
            cells.compareAndSet(index, null, new LongAdder());
            cell = cells.get(index);
        }
        cell.increment();
    }

    /** Gives each pair that occurred; code or result is {@code other} where they are not told apart. */
    void forEach(Visitor visitor) {
        for (int i = 0; i < cells.length(); i++) {
            LongAdder cell = cells.get(i);
            if (cell != null) {
                int row = i / RESULTS.length;
                int column = i % RESULTS.length;
                visitor.visit(code(row), column == OTHER ? "other" : Integer.toString(RESULTS[column]), cell.sum());
            }
        }
    }

    private static int row(int code) {
        if (code >= 0 && code < CODES) {
            return code;
        }
        int extension = code - FIRST_EXTENSION;
        return extension >= 0 && extension < EXTENSIONS ? CODES + extension : ROWS - 1;
    }

    private static String code(int row) {
        if (row == ROWS - 1) {
            return "other";
        }
        return Integer.toString(row < CODES ? row : row - CODES + FIRST_EXTENSION);
    }

    private static int column(int result) {
        for (int i = 0; i < OTHER; i++) {
            if (RESULTS[i] == result) {
                return i;
            }
        }
        return OTHER;
    }

    /** Receives one count. */
    interface Visitor {
        void visit(String code, String result, long count);
    }
}
