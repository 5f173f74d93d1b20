package io.pharos.nameserver.route;

import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.TopicRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds what is kept of registration bodies: a broker whose body is not kept is served all the same, by the slower
 * path. A run of topics that several bodies share counts once. Owned by the route writer.
 */
final class BodyMemory {
    private static final int MAX_BODIES = 256;
    private static final long MAX_BYTES_PER_BROKER = 32L << 20;
    private static final int REFERENCE_BYTES = Integer.BYTES;

    private final long maxBytes;
    private long held;

    /** Creates one with a bound for all brokers together. */
    BodyMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a body to those of a broker unless a bound is in the way. */
    List<KnownBody> remember(List<KnownBody> bodies, KnownBody body) {
        if (bodies.size() >= MAX_BODIES || size(bodies) + body.size() > MAX_BYTES_PER_BROKER) {
            return bodies;
        }
        hold(body);
        if (held > maxBytes) {
            release(body);
            return bodies;
        }
        List<KnownBody> more = new ArrayList<>(bodies);
        more.add(body);
        return more;
    }

    void release(List<KnownBody> bodies) {
        bodies.forEach(this::release);
    }

    /** Bytes kept now. */
    long held() {
        return held;
    }

    private void hold(KnownBody body) {
        held += ownBytes(body);
        for (TopicRun run : body.runs()) {
            if (run.hold()) {
                held += run.size();
            }
        }
    }

    private void release(KnownBody body) {
        held -= ownBytes(body);
        for (TopicRun run : body.runs()) {
            if (run.letGo()) {
                held -= run.size();
            }
        }
    }

    private static long ownBytes(KnownBody body) {
        return body.ownBytes() + (long) REFERENCE_BYTES * body.runs().size();
    }

    private static long size(List<KnownBody> bodies) {
        long bytes = 0;
        for (KnownBody body : bodies) {
            bytes += body.size();
        }
        return bytes;
    }
}
