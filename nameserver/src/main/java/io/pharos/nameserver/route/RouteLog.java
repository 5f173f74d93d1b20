package io.pharos.nameserver.route;

import io.pharos.base.Clock;
import io.pharos.remoting.LogLimiter;
import java.time.Duration;

/**
 * Bounds of the log lines that brokers cause, kind by kind. A cluster of hundreds of brokers that comes or goes at once
 * is told in full; one that does so all the time is not.
 *
 * @param members brokers that came, left or took over
 * @param topics topics that left
 * @param refusals registrations that were refused
 */
record RouteLog(LogLimiter members, LogLimiter topics, LogLimiter refusals) {
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int MEMBER_LINES = 1_000;
    private static final int OTHER_LINES = 100;

    static RouteLog of(Clock clock) {
        return new RouteLog(
                new LogLimiter(clock, "brokers that came and left", PERIOD, MEMBER_LINES),
                new LogLimiter(clock, "topics that left", PERIOD, OTHER_LINES),
                new LogLimiter(clock, "registrations that were refused", PERIOD, OTHER_LINES));
    }
}
