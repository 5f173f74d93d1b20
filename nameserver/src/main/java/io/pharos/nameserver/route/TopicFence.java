package io.pharos.nameserver.route;

import java.util.Set;

/**
 * Where writes to one topic are stopped. Immutable.
 *
 * @param everywhere on each broker that has it
 * @param brokers on these
 */
public record TopicFence(boolean everywhere, Set<Fences.Name> brokers) {
    /** Writes are stopped nowhere. */
    public static final TopicFence NONE = new TopicFence(false, Set.of());

    /** Copies the set. */
    public TopicFence {
        brokers = Set.copyOf(brokers);
    }

    boolean holds(Group group) {
        return everywhere || holdsOn(group);
    }

    /** Whether it is about this group in particular. */
    boolean holdsOn(Group group) {
        return !brokers.isEmpty() && brokers.contains(new Fences.Name(group.cluster(), group.name()));
    }
}
