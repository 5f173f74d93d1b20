package io.pharos.nameserver.route;

import java.util.HashSet;
import java.util.Set;

/**
 * The brokers to which an operator stopped writes: apart from what they register, so it outlives any registration and
 * the group's absence. Immutable.
 *
 * @param brokers cluster and broker name of each
 */
record Fences(Set<Name> brokers) {
    static final Fences NONE = new Fences(Set.of());

    Fences {
        brokers = Set.copyOf(brokers);
    }

    boolean holds(String cluster, String brokerName) {
        return brokers.contains(new Name(cluster, brokerName));
    }

    Fences with(String cluster, String brokerName) {
        Set<Name> more = new HashSet<>(brokers);
        more.add(new Name(cluster, brokerName));
        return new Fences(more);
    }

    /** Lifts every fence of a broker name, whatever its cluster. */
    Fences without(String brokerName) {
        Set<Name> fewer = new HashSet<>(brokers);
        fewer.removeIf(name -> name.brokerName().equals(brokerName));
        return new Fences(fewer);
    }

    boolean holdsName(String brokerName) {
        return brokers.stream().anyMatch(name -> name.brokerName().equals(brokerName));
    }

    /**
     * Key of a broker group.
     *
     * @param cluster name
     * @param brokerName name
     */
    record Name(String cluster, String brokerName) {}
}
