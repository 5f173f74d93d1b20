package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Quoted;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a hybrid logical clock: tells which of two decisions is the later one, whatever the clocks of the name
 * servers that took them. On the wire {@code millis-counter-node}.
 *
 * @param millis of the clock's physical part, since 1970-01-01 UTC; 0 to {@link #MAX_MILLIS}
 * @param counter tells apart stamps of one millisecond; 0 to {@link #MAX_COUNTER}
 * @param node letters and digits, 1 to 32, that no other name server has; decides between equal times
 */
public record Stamp(long millis, long counter, String node) implements Comparable<Stamp> {
    /** Largest physical part: 13 digits, in the year 2286. */
    public static final long MAX_MILLIS = 9_999_999_999_999L;

    /** Largest counter. */
    public static final long MAX_COUNTER = 1L << 53;

    private static final int MAX_NODE = 32;
    private static final Comparator<Stamp> ORDER = Comparator.comparingLong(Stamp::millis)
            .thenComparingLong(Stamp::counter)
            .thenComparing(Stamp::node);

    /** The text on the wire. */
    public String text() {
        return millis + "-" + counter + "-" + node;
    }

    /** Reads a text; null when it is no stamp or out of range. */
    public static @Nullable Stamp parse(String text) {
        String[] parts = text.split("-", -1);
        if (parts.length != 3 || !isNode(parts[2])) {
            return null;
        }
        long millis = digits(parts[0]);
        long counter = digits(parts[1]);
        return millis < 0 || millis > MAX_MILLIS || counter < 0 || counter > MAX_COUNTER
                ? null
                : new Stamp(millis, counter, parts[2]);
    }

    /** Whether a text can name a node. */
    public static boolean isNode(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_NODE
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'));
    }

    @Override
    public int compareTo(Stamp other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return Quoted.bounded(text());
    }

    private static long digits(String text) {
        boolean plain = !text.isEmpty() && text.length() <= 16 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? Long.parseLong(text) : -1;
    }
}
