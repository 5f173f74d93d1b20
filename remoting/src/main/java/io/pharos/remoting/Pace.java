package io.pharos.remoting;

import io.netty.channel.Channel;
import io.pharos.base.Scheduler;
import io.pharos.protocol.frame.Reply;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection to the rate of its peer. A request too many is not served. Bytes too many hold up reading until
 * they are paid for, which TCP passes on to the peer; since each connection waits for what it read itself, those of one
 * peer take turns. Confined to the connection's event loop.
 */
final class Pace {
    private static final Logger LOG = LoggerFactory.getLogger(Pace.class);
    private static final long LONGEST_STEP_NANOS = 500_000_000L;

    private final ConnectionHandler connection;
    private final Channel channel;
    private final Shared shared;
    private final PeerRate rate;
    private boolean holding;
    private long endNanos;

    Pace(ConnectionHandler connection, Channel channel, Shared shared, PeerRate rate) {
        this.connection = connection;
        this.channel = channel;
        this.shared = shared;
        this.rate = rate;
    }

    /** Whether a request may be served; if not, that is counted and told. */
    boolean admits(long nowNanos) {
        if (rate.admitsRequest(nowNanos)) {
            return true;
        }
        shared.observer().requestLimited();
        tell(nowNanos, PeerRate.Limits.REQUESTS_KEY, rate.limits().requests());
        return false;
    }

    /** The answer to what was not admitted. */
    Reply refusal() {
        return rate.refusal();
    }

    /** Counts bytes that were read, and holds up reading when they were too many. */
    void read(int bytes) {
        long now = shared.clock().monotonicNanos();
        long waitNanos = rate.read(bytes, now);
        if (waitNanos <= 0) {
            return;
        }
        endNanos = now + waitNanos;
        if (!holding) {
            holding = true;
            connection.followReading();
            goOnIn(waitNanos);
            shared.observer().readingHeldUp();
            tell(now, PeerRate.Limits.BYTES_KEY, rate.limits().bytes());
        }
    }

    /** Whether nothing is to be read now. */
    boolean holds() {
        return holding;
    }

    /** In steps, because more may have been read meanwhile, and to say that the silence is ours. */
    private void goOnIn(long nanos) {
        try {
            Scheduler.Cancellation unused =
                    shared.scheduler().schedule(Duration.ofNanos(Math.min(nanos, LONGEST_STEP_NANOS)), this::goOnSoon);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("reading stays held up, the scheduler has stopped peer=[{}]", rate.peer(), stopping);
        }
    }

    private void goOnSoon() {
        try {
            channel.eventLoop().execute(this::goOn);
        } catch (RejectedExecutionException ended) {
            LOG.debug("reading stays held up, its event loop has ended peer=[{}]", rate.peer(), ended);
        }
    }

    private void goOn() {
        if (!channel.isActive()) {
            return;
        }
        long now = shared.clock().monotonicNanos();
        connection.silencedByUs(now);
        if (endNanos - now > 0) {
            goOnIn(endNanos - now);
            return;
        }
        holding = false;
        connection.followReading();
    }

    private void tell(long nowNanos, String key, long limit) {
        if (rate.isToBeTold(nowNanos) && shared.noise().allows()) {
            LOG.warn("peer over its limit peer=[{}] key=[{}] perSecond=[{}]", rate.peer(), key, limit);
        }
    }
}
