package io.pharos.remoting;

import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that many connections share. Thread-safe. */
final class ByteBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long limit) {
        this.limit = limit;
    }

    /** Takes bytes; false, and takes none, when they are not there. */
    boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
