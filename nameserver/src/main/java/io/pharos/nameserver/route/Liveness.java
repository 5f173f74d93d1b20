package io.pharos.nameserver.route;

import java.time.Duration;

/**
 * How closely the signs of life of brokers are followed. Immutable.
 *
 * @param probeAfter silence after which a broker is asked for a sign of life; zero: nobody is asked, nobody is suspect
 * @param suspectAfter silence after which a broker that used to answer is suspect; longer than probeAfter
 * @param disbelief for how long the silence of many brokers is put down to this server while it hears others; zero: never
 */
public record Liveness(Duration probeAfter, Duration suspectAfter, Duration disbelief) {
    /** As in the original: nobody is asked, and whoever is silent is gone at its deadline. */
    public static final Liveness DEADLINES_ALONE = new Liveness(Duration.ZERO, Duration.ofSeconds(10), Duration.ZERO);

    boolean probes() {
        return !probeAfter.isZero();
    }

    /** From the question to the suspicion. */
    Duration patience() {
        return probes() ? suspectAfter.minus(probeAfter) : suspectAfter.dividedBy(2);
    }
}
