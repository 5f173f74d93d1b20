package io.pharos.nameserver.fence;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FenceKey;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last decision about each key. Merging is commutative, associative and idempotent, so name servers that exchange
 * theirs in any order and as often as they like end with the same. Immutable.
 */
final class Decisions {
    /**
     * For how long a lifted or expired fence is remembered, so that a fellow that still has it learns better. One that was
     * away for longer brings the fence back, which is seen and lifted again: the safe side.
     */
    static final Duration MEMORY = Duration.ofDays(30);

    static final Decisions NONE = new Decisions(new TreeMap<>());

    private final SortedMap<FenceKey, Decision> byKey;

    private Decisions(SortedMap<FenceKey, Decision> byKey) {
        this.byKey = Collections.unmodifiableSortedMap(byKey);
    }

    static Decisions of(Collection<Decision> decisions) {
        return NONE.merge(decisions);
    }

    /** Takes over what is later; the same value when nothing is. */
    Decisions merge(Collection<Decision> others) {
        SortedMap<FenceKey, Decision> merged = new TreeMap<>(byKey);
        boolean changed = false;
        for (Decision other : others) {
            Decision own = merged.get(other.key());
            if (own == null || other.compareTo(own) > 0) {
                merged.put(other.key(), other);
                changed = true;
            }
        }
        return changed ? new Decisions(merged) : this;
    }

    /** Drops what has been over for {@link #MEMORY}; the same value when nothing has. */
    Decisions forget(long nowMillis) {
        long limit = nowMillis - MEMORY.toMillis();
        if (byKey.values().stream().noneMatch(decision -> decision.overSinceMillis() < limit)) {
            return this;
        }
        SortedMap<FenceKey, Decision> rest = new TreeMap<>(byKey);
        rest.values().removeIf(decision -> decision.overSinceMillis() < limit);
        return new Decisions(rest);
    }

    @Nullable
    Decision get(FenceKey key) {
        return byKey.get(key);
    }

    /** All, lifted and expired ones included, in the order of their keys. */
    List<Decision> all() {
        return List.copyOf(byKey.values());
    }

    /** Those that stop writes at a time, in the order of their keys. */
    List<Decision> inForce(long nowMillis) {
        return byKey.values().stream()
                .filter(decision -> decision.holdsAt(nowMillis))
                .toList();
    }

    int size() {
        return byKey.size();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Decisions that && byKey.equals(that.byKey);
    }

    @Override
    public int hashCode() {
        return byKey.hashCode();
    }

    @Override
    public String toString() {
        return byKey.values().toString();
    }
}
