package io.pharos.nameserver.watch;

import java.util.concurrent.atomic.LongAdder;

/** What route watch has done so far. Thread-safe. */
final class WatchCounts {
    final LongAdder pushes = new LongAdder();
    final LongAdder coalesced = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder stuck = new LongAdder();
}
