package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Quoted;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decided last about one key: writes are stopped, or allowed again. Of two decisions about one key the
 * greater one holds, on every name server, in whatever order they arrive.
 *
 * @param key what it is about
 * @param stamp when, for the order of decisions
 * @param fenced whether writes are stopped; false for a lifted fence, which is kept so that no older decision returns
 * @param atMillis when, by the clock of the name server that took it, since 1970-01-01 UTC
 * @param by who decided
 * @param reason why; at most {@link #MAX_REASON} characters, may be empty
 * @param expiresAtMillis from when on the fence no longer holds, since 1970-01-01 UTC; null for never, and when lifted
 */
public record Decision(
        FenceKey key,
        Stamp stamp,
        boolean fenced,
        long atMillis,
        By by,
        String reason,
        @Nullable Long expiresAtMillis) implements Comparable<Decision> {
    /** Bound of a reason in characters. */
    public static final int MAX_REASON = 256;

    /** Bound of an address or a credential's name in characters. */
    public static final int MAX_BY = 128;

    /** Latest time that a decision can name: 13 digits, in the year 2286. */
    public static final long MAX_MILLIS = Stamp.MAX_MILLIS;

    /** Honest equal stamps are one decision; of forged ones the same is the greater everywhere. */
    private static final Comparator<Decision> ORDER =
            Comparator.comparing(Decision::stamp).thenComparing(Decision::toString);

    /**
     * Who decided.
     *
     * @param address {@code ip:port} that the request came from; at most {@link #MAX_BY} characters
     * @param credential name of the credential that it was signed with; null when it was not
     */
    public record By(String address, @Nullable String credential) {}

    /** Whether it stops writes at a time. */
    public boolean holdsAt(long nowMillis) {
        return fenced && (expiresAtMillis == null || nowMillis < expiresAtMillis);
    }

    /** When it became a thing of the past: lifted or expired. {@link Long#MAX_VALUE} for a fence without an end. */
    public long overSinceMillis() {
        if (!fenced) {
            return stamp.millis();
        }
        return expiresAtMillis == null ? Long.MAX_VALUE : expiresAtMillis;
    }

    /** Reason why no name server can have taken it; null when it is fine. */
    public @Nullable String problem() {
        String problem = key.problem();
        problem = problem == null ? textProblem("reason", reason, MAX_REASON) : problem;
        problem = problem == null ? textProblem("address", by.address(), MAX_BY) : problem;
        String credential = by.credential();
        problem = problem == null && credential != null ? textProblem("credential", credential, MAX_BY) : problem;
        problem = problem == null ? timeProblem("since", atMillis) : problem;
        return problem == null && expiresAtMillis != null ? timeProblem("expiresAt", expiresAtMillis) : problem;
    }

    /** Reason against a text: too long, control characters, line separators; null when it is fine. */
    public static @Nullable String textProblem(String name, String text, int max) {
        if (text.length() > max) {
            return name + " [" + Quoted.bounded(text) + "] has " + text.length() + " characters, at most " + max
                    + " are allowed";
        }
        boolean unprintable = text.chars().anyMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029');
        return unprintable
                ? name + " [" + Quoted.bounded(text) + "] must not have control characters or line separators"
                : null;
    }

    /** For logs. */
    public String shown() {
        String credential = by.credential();
        return (fenced ? "stopped" : "allowed")
                + " since " + Instant.ofEpochMilli(atMillis)
                + (expiresAtMillis == null ? "" : " until " + Instant.ofEpochMilli(expiresAtMillis))
                + " by " + Quoted.bounded(by.address())
                + (credential == null ? "" : " as " + Quoted.bounded(credential))
                + (reason.isEmpty() ? "" : " because: " + Quoted.bounded(reason));
    }

    @Override
    public int compareTo(Decision other) {
        return ORDER.compare(this, other);
    }

    private static @Nullable String timeProblem(String name, long millis) {
        return millis < 0 || millis > MAX_MILLIS ? name + " [" + millis + "] must be from 0 to " + MAX_MILLIS : null;
    }
}
