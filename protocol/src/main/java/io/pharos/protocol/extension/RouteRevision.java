package io.pharos.protocol.extension;

import org.jspecify.annotations.Nullable;

/**
 * Names one value of the answer to one route query: {@code run-number} or {@code run-number-variant}. Equal texts mean
 * equal answers; numbers of one run rise with each change, those of different runs say nothing about each other.
 *
 * @param run letters and digits that tell one run of a name server from any other
 * @param number rises with each change; 0 or more
 * @param variant letters and digits that tell apart what depends on the question's zone and JSON dialect; may be empty
 */
public record RouteRevision(String run, long number, String variant) {

    /** The text on the wire. */
    public String text() {
        return variant.isEmpty() ? run + "-" + number : run + "-" + number + "-" + variant;
    }

    /** Reads a text; null when it is no revision. */
    public static @Nullable RouteRevision parse(String text) {
        int first = text.indexOf('-');
        int second = text.indexOf('-', first + 1);
        String number = text.substring(first + 1, second < 0 ? text.length() : second);
        if (first < 1 || number.isEmpty() || number.length() > 18) {
            return null;
        }
        for (int i = 0; i < number.length(); i++) {
            if (number.charAt(i) < '0' || number.charAt(i) > '9') {
                return null;
            }
        }
        return new RouteRevision(
                text.substring(0, first), Long.parseLong(number), second < 0 ? "" : text.substring(second + 1));
    }

    /** Whether an answer of this revision must not replace one of the other: the other is as new, of the same run. */
    public boolean isOutdatedBy(RouteRevision other) {
        return run.equals(other.run) && number <= other.number;
    }
}
