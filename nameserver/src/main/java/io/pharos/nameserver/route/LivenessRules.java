package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What silence does to brokers. One that says nothing for a while is asked for a sign of life; one that used to answer
 * and does not is suspect, and its group loses the right to be written to; one whose deadline passes is gone. When many
 * fall silent together, the likeliest cause is this server's own network: then nobody is suspect and nobody goes.
 *
 * <p>The writer's alone, but for {@link #distrusting}; reads no clock.
 */
final class LivenessRules {
    private static final Logger LOG = LoggerFactory.getLogger(LivenessRules.class);

    /** Fewer silent brokers than this are never put down to this server: small clusters lose a half now and then. */
    private static final int MANY = 3;

    private static final int SHARE = 3;
    private static final int HANG_UPS = 2;
    private static final int MOST_HANG_UPS = 1_000;

    private final RouteState state;
    private final RouteEffects effects;
    private final Map<Long, Line> lines = new HashMap<>();
    private final Map<String, Integer> hangUps = new LinkedHashMap<>();
    private long lastScanNanos;
    private volatile boolean distrusting;
    private boolean believing;
    private long distrustSinceNanos;

    LivenessRules(RouteState state, RouteEffects effects, long nowNanos) {
        this.state = state;
        this.effects = effects;
        this.lastScanNanos = nowNanos;
    }

    /** Whether this server puts the silence of many down to itself. Any thread. */
    boolean distrusting() {
        return distrusting;
    }

    /**
     * Looks at everybody. When the scan itself comes late this process was asleep and could hear nobody: that time is
     * given to everybody.
     *
     * @param period at which this is called
     */
    void scan(long nowNanos, Duration period) {
        long late = nowNanos - lastScanNanos - period.toNanos();
        lastScanNanos = nowNanos;
        boolean asleep = late > period.toNanos();
        listen(nowNanos);
        if (asleep) {
            LOG.warn(
                    "deadline scan came late lateMillis=[{}] brokers=[{}]",
                    late / 1_000_000,
                    state.live().size());
            // What came meanwhile may not have been read yet.
            Duration most =
                    settings().suspectAfter().minus(settings().patience().dividedBy(2));
            lines.values().forEach(line -> line.excuse(nowNanos, late, most));
            state.live().all().forEach(broker -> broker.forgive(late, nowNanos));
            return;
        }
        weigh(nowNanos);
        for (LiveBroker broker : state.live().all()) {
            judge(broker, nowNanos, period);
        }
        ask(nowNanos);
    }

    /** The answer to a question came. */
    void answered(long connection) {
        Line line = lines.get(connection);
        if (line == null) {
            return;
        }
        line.answered();
        for (LiveBroker broker : state.live().over(connection)) {
            hangUps.remove(broker.identity().address());
            mark(broker, false);
        }
    }

    /** Before the brokers of a connection that was closed are removed. */
    void connectionClosed(long connection) {
        Line line = lines.remove(connection);
        if (line != null && line.owesAnswer() && !line.answers()) {
            for (LiveBroker broker : state.live().over(connection)) {
                hungUp(broker.identity().address());
            }
        }
    }

    /** A connection's peer is gone without a word. Its brokers go too, unless that happens to many. */
    void connectionLost(long connection, long nowNanos) {
        for (LiveBroker broker : state.live().over(connection)) {
            Line line = lineOf(connection, nowNanos);
            line.lost(nowNanos);
            mark(broker, !distrusting);
        }
    }

    private void listen(long nowNanos) {
        Set<Long> used = new HashSet<>();
        for (LiveBroker broker : state.live().all()) {
            if (!broker.restored()) {
                used.add(broker.connection());
            }
        }
        lines.keySet().retainAll(used);
        for (long connection : used) {
            Line line = lineOf(connection, nowNanos);
            line.heard(effects.heardNanos(connection, line.heardNanos()));
        }
    }

    private Line lineOf(long connection, long nowNanos) {
        Line known = lines.get(connection);
        if (known == null) {
            known = new Line(connection, effects.heardNanos(connection, nowNanos));
            lines.put(connection, known);
            effects.follow(connection);
        }
        return known;
    }

    private void weigh(long nowNanos) {
        int all = 0;
        int silent = 0;
        for (LiveBroker broker : state.live().all()) {
            if (!broker.restored()) {
                all++;
                silent += isSilent(broker, nowNanos) ? 1 : 0;
            }
        }
        boolean many = silent >= MANY
                && silent * SHARE > all
                && !settings().disbelief().isZero();
        if (!many) {
            believing = false;
            if (distrusting) {
                trustAgain(nowNanos, all, silent);
            }
        } else if (!distrusting && !believing) {
            distrusting = true;
            distrustSinceNanos = nowNanos;
            LOG.warn(
                    "many brokers silent together, own network distrusted, all routes kept silent=[{}] of=[{}]",
                    silent,
                    all);
        } else if (distrusting
                && nowNanos - distrustSinceNanos >= settings().disbelief().toNanos()
                && (all - silent) * SHARE >= all) {
            distrusting = false;
            believing = true;
            LOG.warn("many brokers silent for long, believed since others are heard silent=[{}] of=[{}]", silent, all);
        }
    }

    private void trustAgain(long nowNanos, int all, int silent) {
        distrusting = false;
        for (Line line : lines.values()) {
            line.spare();
            line.excuse(nowNanos, 0, Duration.ZERO);
        }
        LOG.warn("own network trusted again silent=[{}] of=[{}]", silent, all);
    }

    private boolean isSilent(LiveBroker broker, long nowNanos) {
        Line line = lineOf(broker.connection(), nowNanos);
        if (line.isSilentFor(
                nowNanos, settings().suspectAfter().minus(settings().patience().dividedBy(2)))) {
            return true;
        }
        // Three quarters of its time have passed: it missed a heartbeat or more.
        long timeout = broker.applied().timeoutNanos();
        return broker.leftNanos(nowNanos) < timeout / 4 && line.silenceNanos(nowNanos) > timeout / 4 * 3;
    }

    private void judge(LiveBroker broker, long nowNanos, Duration period) {
        if (distrusting) {
            broker.forgive(period.toNanos(), nowNanos);
            mark(broker, false);
            return;
        }
        boolean restored = broker.restored();
        long connection = broker.connection();
        if (broker.endIfSilent(nowNanos)) {
            state.remove(broker, restored ? Leave.NOT_BACK : Leave.SILENT);
            if (!restored && state.live().over(connection).isEmpty()) {
                effects.closeSilentConnection(connection);
            }
        } else if (!restored) {
            Line line = lineOf(connection, nowNanos);
            if (line.isLostFor(nowNanos, settings().patience())) {
                broker.end();
                state.remove(broker, Leave.CONNECTION_LOST);
            } else {
                mark(broker, line.isSilentFor(nowNanos, settings().suspectAfter()));
            }
        }
    }

    private void mark(LiveBroker broker, boolean suspect) {
        if (broker.suspect() == suspect) {
            return;
        }
        BrokerIdentity identity = broker.identity();
        broker.suspect(suspect);
        if (state.log().members().allows()) {
            LOG.warn(
                    "broker suspicion suspect=[{}] cluster=[{}] broker=[{}] id=[{}] address=[{}]",
                    suspect,
                    identity.cluster(),
                    identity.brokerName(),
                    identity.brokerId(),
                    identity.address());
        }
        Group group = state.view().group(identity.brokerName());
        if (group != null && identity.brokerId() == RouteState.MASTER && group.suspect() != suspect) {
            state.replace(group.withSuspicion(suspect));
        }
    }

    private void ask(long nowNanos) {
        if (!settings().probes()) {
            return;
        }
        for (LiveBroker broker : state.live().all()) {
            if (!broker.restored() && hangUps.getOrDefault(broker.identity().address(), 0) < HANG_UPS) {
                Line line = lineOf(broker.connection(), nowNanos);
                if (line.isToBeAsked(nowNanos, settings().probeAfter())) {
                    line.asked(nowNanos);
                    effects.ask(line.connection());
                }
            }
        }
    }

    /** A peer that ends its connection over a question must not be asked again and again. */
    private void hungUp(String address) {
        if (hangUps.size() >= MOST_HANG_UPS) {
            hangUps.remove(hangUps.keySet().iterator().next());
        }
        if (hangUps.merge(address, 1, Integer::sum) == HANG_UPS) {
            LOG.warn(
                    "broker hangs up when asked for a sign of life, not asked any more address=[{}]",
                    Quoted.bounded(address));
        }
    }

    private Liveness settings() {
        return state.settings().liveness();
    }
}
