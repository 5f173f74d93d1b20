package io.pharos.nameserver.watch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of all pushes that the system has not taken yet. While they are at the bound no push begins; watchers
 * wait their turn, each at most once, and will then say what is so at that time. Thread-safe.
 */
final class PushBudget {
    private final long max;
    private final AtomicLong pending = new AtomicLong();
    private final Queue<Watcher> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    PushBudget(long max) {
        this.max = max;
    }

    boolean hasRoom() {
        return pending.get() < max;
    }

    void take(int bytes) {
        pending.addAndGet(bytes);
    }

    void giveBack(int bytes) {
        pending.addAndGet(-bytes);
        wake();
    }

    /** The watcher's turn will come. */
    void waitFor(Watcher watcher) {
        waiting.add(watcher);
        wake();
    }

    long pending() {
        return pending.get();
    }

    /** One thread at a time, which goes round again for those that came meanwhile: pushes may end as they begin. */
    private void wake() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            while (hasRoom()) {
                Watcher next = waiting.poll();
                if (next == null) {
                    break;
                }
                next.resume();
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }
}
