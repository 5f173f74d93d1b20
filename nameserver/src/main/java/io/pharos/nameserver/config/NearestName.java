package io.pharos.nameserver.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
final class NearestName {
    private static final int MAX_CHARS = 64;

    private NearestName() {}

    /** The known name with the fewest edits, if they are at most a third of its letters. Case does not count. */
    static Optional<String> of(String unknown, Collection<String> known) {
        if (unknown.length() > MAX_CHARS) {
            return Optional.empty();
        }
        String wanted = unknown.toLowerCase(Locale.ROOT);
        return known.stream()
                .map(name -> new Candidate(name, edits(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.edits <= Math.max(1, candidate.name.length() / 3))
                .min(Comparator.comparingInt(Candidate::edits).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    /** Levenshtein distance, one row at a time. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }

    private record Candidate(String name, int edits) {}
}
