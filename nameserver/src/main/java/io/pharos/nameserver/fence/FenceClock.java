package io.pharos.nameserver.fence;

import io.pharos.protocol.extension.Stamp;

/**
 * The hybrid logical clock of one name server: gives stamps that are later than every stamp it has given or seen.
 * Immutable.
 *
 * <p>A stamp from elsewhere is never refused for being ahead of the local clock: that would lose decisions, and one that
 * is known here but cannot be overtaken would block later ones. The clock is put forward to it instead, so that whatever
 * is decided after it has been seen is later, however wrong either machine's clock is. Only between decisions taken
 * before the name servers heard of each other do their clocks decide.
 *
 * @param node of this name server
 * @param last the latest stamp given or seen
 */
record FenceClock(String node, Stamp last) {

    /** Gives the next stamp. */
    Stamp next(long wallMillis) {
        long millis = Math.max(0, Math.min(wallMillis, Stamp.MAX_MILLIS));
        return millis > last.millis() ? new Stamp(millis, 0, node) : new Stamp(last.millis(), last.counter() + 1, node);
    }

    /** The clock after a stamp was given or seen. */
    FenceClock after(Stamp seen) {
        return seen.compareTo(last) > 0 ? new FenceClock(node, seen) : this;
    }
}
