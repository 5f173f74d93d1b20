package io.pharos.nameserver.route;

import java.time.Duration;

/**
 * What is known of the connection that a broker registered over: when it was heard, and whether it owes an answer. The
 * writer's alone; times are of the monotonic clock.
 */
final class Line {
    private static final int FIRST_PART = 5;

    private final long connection;
    private long heardNanos;
    private long excusedNanos;
    private boolean everAsked;
    private boolean asked;
    private long askedNanos;
    private boolean answers;
    private boolean lost;
    private boolean spared;
    private long lostNanos;

    Line(long connection, long heardNanos) {
        this.connection = connection;
        this.heardNanos = heardNanos;
    }

    long connection() {
        return connection;
    }

    long heardNanos() {
        return heardNanos;
    }

    /** Takes note of when the connection was heard last. */
    void heard(long nanos) {
        if (nanos - heardNanos <= 0) {
            return;
        }
        heardNanos = nanos;
        excusedNanos = 0;
        if (owesAnswer() && nanos - askedNanos > 0) {
            // It speaks and does not answer: its silence will prove nothing, until it answers again.
            answers = false;
        }
    }

    void asked(long nowNanos) {
        everAsked = true;
        asked = true;
        askedNanos = nowNanos;
    }

    void answered() {
        asked = false;
        answers = true;
    }

    /** Whether it was asked and has not answered. */
    boolean owesAnswer() {
        return asked;
    }

    /** Whether it has answered, so that no answer means something. */
    boolean answers() {
        return answers;
    }

    /** How long nothing was heard while this server listened. */
    long silenceNanos(long nowNanos) {
        return nowNanos - heardNanos - excusedNanos;
    }

    /** This server did not listen for a while, or does not trust its ears: no more than this counts as silence. */
    void excuse(long nowNanos, long asleepNanos, Duration atMost) {
        long silence = Math.min(silenceNanos(nowNanos) - asleepNanos, atMost.toNanos());
        excusedNanos = nowNanos - heardNanos - Math.max(0, silence);
    }

    /**
     * Whether it is time to ask: once for each silence. The first time comes soon, because what never answered is never
     * suspect, and a stock broker of 5.5.0 asks for the cluster each five seconds: it may never be silent for long.
     */
    boolean isToBeAsked(long nowNanos, Duration probeAfter) {
        long silence = everAsked ? probeAfter.toNanos() : probeAfter.toNanos() / FIRST_PART;
        return !lost && silenceNanos(nowNanos) >= silence && !(asked && askedNanos - heardNanos >= 0);
    }

    /** Whether an answer that used to come did not come during this silence. */
    boolean isSilentFor(long nowNanos, Duration silence) {
        return lost
                || (answers && asked && askedNanos - heardNanos >= 0 && silenceNanos(nowNanos) >= silence.toNanos());
    }

    void lost(long nowNanos) {
        lost = true;
        lostNanos = nowNanos;
    }

    /** Its loss was one of many: its brokers have until their deadlines to come back. */
    void spare() {
        spared = true;
    }

    boolean isLostFor(long nowNanos, Duration time) {
        return lost && !spared && nowNanos - lostNanos >= time.toNanos();
    }
}
