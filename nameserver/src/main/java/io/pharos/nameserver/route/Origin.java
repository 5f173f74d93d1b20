package io.pharos.nameserver.route;

import java.util.function.BooleanSupplier;

/**
 * The connection that an event came over. Ids ascend: a connection accepted later has the higher id, which is how late
 * events of an older connection are told from those of the current one.
 *
 * @param connectionId positive
 * @param open whether the connection is still there; asked on the writer's thread. False must be followed (or have been
 *     followed) by {@link Routes#connectionClosed}
 */
public record Origin(long connectionId, BooleanSupplier open) {}
