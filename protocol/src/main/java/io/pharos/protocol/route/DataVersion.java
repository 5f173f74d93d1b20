package io.pharos.protocol.route;

/**
 * The version of a broker's topic table. Only equality means anything, but for {@code stateVersion}, which orders
 * masters of one group.
 *
 * @param stateVersion epoch of a controller or DLedger group; 0 without one
 * @param timestamp wall-clock milliseconds of the last change at the broker
 * @param counter number of changes
 */
public record DataVersion(long stateVersion, long timestamp, long counter) {
    /** What the original assumes of a registration without a body. */
    public static final DataVersion NONE = new DataVersion(0, 0, 0);
}
