package io.pharos.nameserver.fellow;

import io.pharos.protocol.extension.SeenBroker;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Brokers that only one of two name servers sees. Deeply immutable.
 *
 * @param missingHere those that the fellow alone sees, sorted
 * @param missingThere those that this name server alone sees, sorted
 */
record Divergence(List<SeenBroker> missingHere, List<SeenBroker> missingThere) {
    static final Divergence NONE = new Divergence(List.of(), List.of());

    private static final int SHOWN = 5;

    Divergence {
        missingHere = List.copyOf(missingHere);
        missingThere = List.copyOf(missingThere);
    }

    static Divergence between(Collection<SeenBroker> here, Collection<SeenBroker> there) {
        return new Divergence(without(there, here), without(here, there));
    }

    /** What both have: brokers register with each name server at another moment, so one look proves nothing. */
    Divergence and(Divergence other) {
        return new Divergence(both(missingHere, other.missingHere), both(missingThere, other.missingThere));
    }

    boolean isEmpty() {
        return missingHere.isEmpty() && missingThere.isEmpty();
    }

    /** For the log: a few of some. */
    static String shown(List<SeenBroker> brokers) {
        String some = String.join(
                ", ", brokers.stream().limit(SHOWN).map(SeenBroker::shown).toList());
        return brokers.size() > SHOWN ? some + " and " + (brokers.size() - SHOWN) + " more" : some;
    }

    private static List<SeenBroker> without(Collection<SeenBroker> all, Collection<SeenBroker> known) {
        NavigableSet<SeenBroker> rest = new TreeSet<>(all);
        known.forEach(rest::remove);
        return List.copyOf(rest);
    }

    private static List<SeenBroker> both(Collection<SeenBroker> one, Collection<SeenBroker> other) {
        NavigableSet<SeenBroker> both = new TreeSet<>(one);
        both.retainAll(new TreeSet<>(other));
        return List.copyOf(both);
    }
}
