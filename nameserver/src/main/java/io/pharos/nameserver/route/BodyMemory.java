package io.pharos.nameserver.route;

import java.util.ArrayList;
import java.util.List;

/**
 * Bounds what is kept of registration bodies: a broker whose body is not kept is served all the same, by the slower
 * path. Owned by the route writer.
 */
final class BodyMemory {
    private static final int MAX_PRINTS = 256;
    private static final long MAX_BYTES_PER_BROKER = 32L << 20;

    private final long maxBytes;
    private long held;

    /** Creates one with a bound for all brokers together. */
    BodyMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a print to those of a broker unless a bound is in the way. */
    List<BodyPrint> remember(List<BodyPrint> prints, BodyPrint print) {
        long bytes = print.heldBytes();
        if (prints.size() >= MAX_PRINTS || bytesOf(prints) + bytes > MAX_BYTES_PER_BROKER || held + bytes > maxBytes) {
            return prints;
        }
        held += bytes;
        List<BodyPrint> more = new ArrayList<>(prints);
        more.add(print);
        return more;
    }

    void release(List<BodyPrint> prints) {
        held -= bytesOf(prints);
    }

    /** Bytes kept now. */
    long held() {
        return held;
    }

    private static long bytesOf(List<BodyPrint> prints) {
        long bytes = 0;
        for (BodyPrint print : prints) {
            bytes += print.heldBytes();
        }
        return bytes;
    }
}
