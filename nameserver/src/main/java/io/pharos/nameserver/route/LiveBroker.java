package io.pharos.nameserver.route;

import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One registration of one broker: from its first body over a connection until it is evicted, farewelled, replaced, or
 * its connection closes. A broker that registers over another connection or with another timeout gets a new object, so
 * whoever holds the old one can do nothing to the new.
 *
 * <p>Deadline and connection are moved by any thread without a lock; the rest belongs to the route writer. Once ended
 * it stays ended: a touch that comes after says so.
 */
final class LiveBroker {
    /** Connection of a broker known from the warm-start copy; every real connection is newer. */
    static final long NO_CONNECTION = 0;

    private static final long ENDED = Long.MIN_VALUE;

    private final BrokerIdentity identity;
    private final AtomicLong connection;
    private final AtomicLong deadlineNanos;
    private volatile Applied applied;
    private volatile boolean suspect;
    private final long registeredOver;
    private final RemovalRule rule;

    LiveBroker(BrokerIdentity identity, long connection, long deadlineNanos, Applied applied, RemovalRule rule) {
        this.identity = identity;
        this.registeredOver = connection;
        this.rule = rule;
        this.connection = new AtomicLong(connection);
        this.deadlineNanos = new AtomicLong(real(deadlineNanos));
        this.applied = applied;
    }

    BrokerIdentity identity() {
        return identity;
    }

    long connection() {
        return connection.get();
    }

    boolean restored() {
        return connection.get() == NO_CONNECTION;
    }

    Applied applied() {
        return applied;
    }

    /** Writer only. */
    void apply(Applied next) {
        applied = next;
    }

    /** Whether it has fallen silent, though not for so long that it is gone. */
    boolean suspect() {
        return suspect;
    }

    /** Writer only. */
    void suspect(boolean next) {
        suspect = next;
    }

    /** Writer only: the next body is applied in full even if it is the same. Returns the memory let go. */
    void forgetBodies() {
        applied = applied.withoutBodies();
    }

    /**
     * Whether a registration continues this one. A heartbeat may have moved this one to the same connection; its evidence
     * about topics is of the connection before all the same.
     */
    boolean isOf(BrokerIdentity other, long connectionId) {
        return identity.equals(other) && registeredOver == connectionId;
    }

    /** Writer only: what is known about removed topics, which holds for one connection. */
    RemovalRule rule() {
        return rule;
    }

    /** Whether an event over this connection belongs to this registration or is newer than it. */
    boolean accepts(long connectionId) {
        return connectionId >= connection.get();
    }

    /**
     * A sign of life over a connection; a newer connection becomes the registration's own, so that its loss is noticed.
     *
     * @return false when the event is older than the registration, or the registration has ended
     */
    boolean touch(long connectionId, long nowNanos) {
        long known = connection.get();
        while (connectionId > known) {
            if (connection.compareAndSet(known, connectionId)) {
                break;
            }
            known = connection.get();
        }
        return connectionId >= known && moveDeadline(real(nowNanos + applied.timeoutNanos()));
    }

    private boolean moveDeadline(long next) {
        long old = deadlineNanos.get();
        while (old != ENDED) {
            if (next - old <= 0 || deadlineNanos.compareAndSet(old, next)) {
                return true;
            }
            old = deadlineNanos.get();
        }
        return false;
    }

    /** How long ago its last registration or heartbeat was, but for time that was forgiven. */
    long silentNanos(long nowNanos) {
        return applied.timeoutNanos() - leftNanos(nowNanos);
    }

    /** Silence left before its deadline; negative when that has passed. */
    long leftNanos(long nowNanos) {
        long deadline = deadlineNanos.get();
        return deadline == ENDED ? 0 : deadline - nowNanos;
    }

    /** Time that this process slept through does not count against the broker. */
    void forgive(long sleptNanos, long nowNanos) {
        long old = deadlineNanos.get();
        if (old != ENDED) {
            long most = nowNanos + applied.timeoutNanos();
            long moved = old + sleptNanos;
            moveDeadline(real(moved - most < 0 ? moved : most));
        }
    }

    /** Ends it if its deadline has passed and no touch comes between. */
    boolean endIfSilent(long nowNanos) {
        long deadline = deadlineNanos.get();
        return deadline != ENDED && nowNanos - deadline >= 0 && deadlineNanos.compareAndSet(deadline, ENDED);
    }

    /** Ends it whatever its deadline. */
    void end() {
        deadlineNanos.set(ENDED);
    }

    boolean hasEnded() {
        return deadlineNanos.get() == ENDED;
    }

    private static long real(long nanos) {
        return nanos == ENDED ? nanos + 1 : nanos;
    }

    /**
     * What was last applied.
     *
     * @param header of the registration
     * @param version of its body
     * @param timeoutNanos silence that ends it
     * @param bodies whose repetition changes nothing, the latest last
     */
    record Applied(RegistrationHeader header, DataVersion version, long timeoutNanos, List<KnownBody> bodies) {
        Applied {
            bodies = List.copyOf(bodies);
        }

        boolean saysTheSame(RegistrationHeader other, ByteBuffer body) {
            if (!header.equals(other)) {
                return false;
            }
            for (KnownBody known : bodies) {
                if (known.sameContent(body)) {
                    return true;
                }
            }
            return false;
        }

        Applied withoutBodies() {
            return new Applied(header, version, timeoutNanos, List.of());
        }
    }
}
