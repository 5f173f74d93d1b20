package io.pharos.remoting;

import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of one server or client have in common.
 *
 * @param dispatcher answers their requests
 * @param listeners hear of them
 * @param goingAway set when new requests are turned away
 */
record Shared(
        FrameFormat format,
        Dispatcher dispatcher,
        List<ConnectionListener> listeners,
        RemotingObserver observer,
        Clock clock,
        Scheduler scheduler,
        Limits limits,
        ByteBudget partialFrames,
        LogLimiter noise,
        AtomicLong ids,
        AtomicBoolean goingAway) {

    /**
     * Bounds of one connection, see {@link RemotingServerConfig}.
     *
     * @param idle without a frame or answer
     * @param pausesSlowReaders whether a peer that does not drain its answers is not read; false in a client, because
     *     two ends that both wait for the other to read would wait for ever
     */
    record Limits(
            int frameLimit, int maxOutstandingCalls, long maxQueuedBytes, Duration idle, boolean pausesSlowReaders) {}
}
