package io.pharos.nameserver.route;

import io.pharos.protocol.route.DataVersion;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which topics have left a master that no longer announces them.
 *
 * <p>The wire does not say whether a registration is whole, one piece of a split one, or some changed topics. What
 * stock brokers (4.9.7, 5.5.0) do: every whole registration holds the {@link #isWhole sentinels}; changed topics come
 * with a new data version; the pieces of a split registration are disjoint, follow each other over one connection, and
 * all but the last have the same size. Over one connection nothing is lost but what this server refuses. So:
 *
 * <ul>
 *   <li>A body without all sentinels is a part: it only adds. What it names is not on its way out.
 *   <li>A body with all sentinels is whole, or a piece that has them all by chance. In the second case its sister pieces
 *       come between it and the next such body, and name topics that this one has not: from then on the connection
 *       counts as split and nothing is removed.
 *   <li>A topic that came alone with a version of its own and is not in the next such body was created and deleted in
 *       between, or was a last piece of one topic: nothing is decided by that body.
 *   <li>A topic that two such bodies in a row lack, and that nothing named in between, is gone: had it been in a sister
 *       piece, that piece would have come in between.
 *   <li>A refused body may have been a sister piece: all evidence starts anew.
 * </ul>
 *
 * <p>The broker's count of changes would tell a deletion from a missing piece at once, but some releases count each piece
 * of a split registration as a change, and splitting can be switched on in a running broker. When in doubt a topic
 * stays. Owned by the route writer.
 */
final class RemovalRule {
    private final Set<String> others = new HashSet<>();
    private final Set<String> alone = new HashSet<>();
    private Set<String> pending = Set.of();
    private Set<String> pendingMappings = Set.of();
    private @Nullable DataVersion lastWhole;
    private boolean split;
    private boolean lastWasWhole;

    /** The last whole body decided nothing: its repetition will. */
    private boolean undecided;

    /** Whether the topics hold all that every whole registration of a stock broker holds. */
    static boolean isWhole(Collection<String> topics, BrokerIdentity identity) {
        return topics.contains("SELF_TEST_TOPIC")
                && topics.contains("BenchmarkTest")
                && topics.contains("OFFSET_MOVED_EVENT")
                && topics.contains("SCHEDULE_TOPIC_XXXX")
                && topics.contains(identity.cluster())
                && topics.contains(identity.brokerName());
    }

    /**
     * A body without all sentinels was applied.
     *
     * @param version of the body
     * @param topics that it named
     * @param added those of them that the broker did not have before
     * @param mapped those of them that came with a static mapping
     */
    void partial(DataVersion version, Set<String> topics, Set<String> added, Set<String> mapped) {
        lastWasWhole = false;
        if (split || lastWhole == null) {
            // Before the first whole body there is nothing to tell its sister pieces from.
            return;
        }
        boolean namesMore = !added.isEmpty() || intersects(topics, pending) || intersects(topics, others);
        if (lastWhole.equals(version) && namesMore) {
            becomeSplit();
            return;
        }
        others.addAll(topics);
        if (topics.size() == 1 && !lastWhole.equals(version)) {
            alone.addAll(topics);
        } else {
            alone.removeAll(topics);
        }
        pending = without(pending, topics);
        pendingMappings = without(pendingMappings, mapped);
    }

    /**
     * A body with all sentinels arrived.
     *
     * @param version of the body
     * @param topics that it names
     * @param missing what the broker had and the body lacks
     * @param unmapped what had a static mapping and is named without one
     * @return what to remove
     */
    Removal whole(DataVersion version, Set<String> topics, Set<String> missing, Set<String> unmapped) {
        Set<String> elsewhere = without(others, topics);
        boolean told = lastWhole != null && !elsewhere.isEmpty();
        if (!split && told && !alone.containsAll(elsewhere)) {
            becomeSplit();
        }
        Removal removal = Removal.NOTHING;
        if (told) {
            pending = Set.of();
            pendingMappings = Set.of();
        } else if (!split) {
            Set<String> gone = intersection(missing, pending);
            removal = new Removal(gone, intersection(unmapped, pendingMappings));
            pending = without(missing, gone);
            pendingMappings = without(unmapped, removal.mappings());
        }
        undecided = told && !split;
        others.clear();
        alone.clear();
        lastWasWhole = true;
        lastWhole = version;
        return removal;
    }

    /** An operator deleted a topic: that it is missing later is no sign of a sister piece. */
    void deleted(String topic) {
        others.remove(topic);
        pending = without(pending, Set.of(topic));
        pendingMappings = without(pendingMappings, Set.of(topic));
    }

    /** A topic was announced apart from registrations. */
    void announced(String topic) {
        pending = without(pending, Set.of(topic));
    }

    /** A body of this broker was refused unseen. */
    void refused() {
        lastWhole = null;
        others.clear();
        alone.clear();
        pending = Set.of();
        pendingMappings = Set.of();
    }

    /** Whether a repetition of the last body would teach nothing, so that it may be skipped. */
    boolean settled() {
        return keepsEarlier() || (lastWasWhole && !undecided && pending.isEmpty() && pendingMappings.isEmpty());
    }

    /** Whether a repetition of any earlier body that changed nothing would teach nothing either. */
    boolean keepsEarlier() {
        return split || lastWhole == null;
    }

    /** Whether this connection's registrations come in pieces, so that nothing is ever removed. */
    boolean isSplit() {
        return split;
    }

    private void becomeSplit() {
        split = true;
        others.clear();
        alone.clear();
        pending = Set.of();
        pendingMappings = Set.of();
    }

    private static boolean intersects(Set<String> one, Set<String> other) {
        for (String name : other) {
            if (one.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> intersection(Set<String> one, Set<String> other) {
        Set<String> both = new HashSet<>(one);
        both.retainAll(other);
        return both;
    }

    private static Set<String> without(Set<String> from, Set<String> what) {
        if (from.isEmpty() || what.isEmpty()) {
            return from;
        }
        Set<String> rest = new HashSet<>(from);
        for (String name : what) {
            rest.remove(name);
        }
        return rest;
    }

    /**
     * What has left.
     *
     * @param topics to remove, with their mappings
     * @param mappings static mappings to remove, by topic
     */
    record Removal(Set<String> topics, Set<String> mappings) {
        static final Removal NOTHING = new Removal(Set.of(), Set.of());
    }
}
