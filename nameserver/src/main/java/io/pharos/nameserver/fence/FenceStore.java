package io.pharos.nameserver.fence;

import io.pharos.base.Clock;
import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.nameserver.route.Fences;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.DecisionList;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.Stamp;
import io.pharos.protocol.frame.RequestFailed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of operators, on disk before they are visible or answered.
 *
 * <p>Thread-safe. Reads take one immutable snapshot and never wait; changes exclude each other and block on the disk. A
 * change that cannot be written leaves everything as it was. Bounded by {@link #MAX_DECISIONS} and {@link #MAX_BYTES}.
 */
public final class FenceStore {
    /** Bound of decisions, those lifted or expired within {@link Decisions#MEMORY} included. */
    public static final int MAX_DECISIONS = 5_000;

    /** Bound of the encoded decisions: less than the smallest frame limit of a fellow that was not told otherwise. */
    public static final int MAX_BYTES = 8 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(FenceStore.class);
    private static final int GENERATIONS = 5;

    private final GenerationalFile file;
    private final Clock clock;
    private final List<String> damage;
    private final Object writing = new Object();

    private final FenceClock stamps;

    /** Replaced under {@link #writing}. */
    private volatile Decisions decisions;

    private Consumer<Fences> listener = fences -> {};
    private Fences told = Fences.NONE;

    private FenceStore(GenerationalFile file, Clock clock, String node, Decisions decisions, List<String> damage) {
        this.file = file;
        this.clock = clock;
        this.decisions = decisions;
        this.stamps = new FenceClock(node);
        this.damage = List.copyOf(damage);
    }

    /**
     * Loads the store. Damaged files are set aside and logged, and the newest good generation is used.
     *
     * @param folder of {@code fences.json}; created at the first change
     * @param node lower-case letters and digits, 1 to 32, that no other name server has
     * @throws IOException when files are there that cannot be read at all; names file and reason
     */
    public static FenceStore open(Path folder, FileOps ops, Clock clock, String node) throws IOException {
        GenerationalFile file = GenerationalFile.sealed(folder.resolve("fences.json"), GENERATIONS, ops);
        GenerationalFile.Loaded loaded = file.load();
        String source = loaded.source().map(Path::toString).orElse("nothing");
        for (String problem : loaded.problems()) {
            LOG.error("fence file damaged problem=[{}] used=[{}]", problem, source);
        }
        Decisions decisions = Decisions.NONE;
        if (loaded.content().isPresent()) {
            try {
                decisions = Decisions.of(
                        DecisionList.decode(ByteBuffer.wrap(loaded.content().get()))
                                .decisions());
            } catch (RequestFailed unreadable) {
                throw new IOException(
                        "cannot read " + source + ": " + unreadable.remark()
                                + "; start the version that wrote it, or move it away, which forgets all fences",
                        unreadable);
            }
        }
        FenceStore store = new FenceStore(file, clock, node, decisions.forget(clock.wallMillis()), loaded.problems());
        LOG.info(
                "fences loaded file=[{}] used=[{}] decisions=[{}] inForce=[{}]",
                file.path(),
                source,
                store.size(),
                store.inForce().size());
        return store;
    }

    /** One sentence per damaged file that was met on loading. */
    public List<String> damage() {
        return damage;
    }

    /** Name of this name server among its fellows. */
    public String node() {
        return stamps.node();
    }

    /**
     * Sets who hears of changes, and tells it what holds now.
     *
     * @param value is given what holds whenever that has changed, in the order of the changes and before the change
     *     returns; changes wait for it
     */
    public void onChange(Consumer<Fences> value) {
        synchronized (writing) {
            listener = value;
            told = Fences.NONE;
            tell();
        }
    }

    /** The last decision about a key; null when none is remembered. */
    public @Nullable Decision get(FenceKey key) {
        return decisions.get(key);
    }

    /** Whether writes are stopped by this key now. */
    public boolean holds(FenceKey key) {
        Decision decision = decisions.get(key);
        return decision != null && decision.holdsAt(clock.wallMillis());
    }

    /** The fences that hold now, in the order of their keys. */
    public List<Decision> inForce() {
        return decisions.inForce(clock.wallMillis());
    }

    /** All that is remembered, lifted and expired fences included, in the order of their keys. */
    public List<Decision> all() {
        return decisions.all();
    }

    /** The clock that expiry goes by, since 1970-01-01 UTC. */
    public long nowMillis() {
        return clock.wallMillis();
    }

    /** Number of decisions that are remembered. */
    public int size() {
        return decisions.size();
    }

    /**
     * Stops writes.
     *
     * @param reason as {@link Decision#textProblem} allows it
     * @param expiresAtMillis see {@link Decision#expiresAtMillis()}
     * @return the decision, which holds
     * @throws FenceStoreFull when there are too many, which leaves everything as it was
     * @throws IOException when it cannot be stored, which leaves everything as it was; names file and reason
     */
    public Decision stop(FenceKey key, Decision.By by, String reason, @Nullable Long expiresAtMillis)
            throws IOException {
        synchronized (writing) {
            Decision decision =
                    new Decision(key, nextStamp(key), true, clock.wallMillis(), by, reason, expiresAtMillis);
            replace(List.of(decision));
            return decision;
        }
    }

    /**
     * Allows writes again. Never refused for want of room.
     *
     * @param keys whose fences are lifted, all or none
     * @return the decisions, in the order of the keys
     * @throws IOException when it cannot be stored, which leaves everything as it was; names file and reason
     */
    public List<Decision> allow(Collection<FenceKey> keys, Decision.By by, String reason) throws IOException {
        synchronized (writing) {
            List<Decision> lifted = new ArrayList<>();
            for (FenceKey key : keys) {
                lifted.add(new Decision(key, nextStamp(key), false, clock.wallMillis(), by, reason, null));
            }
            replace(lifted);
            return lifted;
        }
    }

    /**
     * Takes over what a fellow knows better.
     *
     * @return the decisions that were news here
     * @throws FenceStoreFull when there would be too many, which leaves everything as it was
     * @throws IOException when it cannot be stored, which leaves everything as it was; names file and reason
     */
    public List<Decision> merge(List<Decision> others) throws IOException {
        synchronized (writing) {
            Decisions before = decisions;
            replace(others);
            return others.stream()
                    .filter(other -> other.equals(decisions.get(other.key())) && !other.equals(before.get(other.key())))
                    .toList();
        }
    }

    /** Lets expired fences go. Call it every second or so. */
    public void tick() {
        synchronized (writing) {
            decisions = decisions.forget(clock.wallMillis());
            tell();
        }
    }

    private Stamp nextStamp(FenceKey key) {
        Decision before = decisions.get(key);
        return stamps.next(clock.wallMillis(), before == null ? null : before.stamp());
    }

    private void replace(List<Decision> news) throws IOException {
        Decisions next = decisions.merge(news).forget(clock.wallMillis());
        if (!next.equals(decisions)) {
            byte[] bytes = new DecisionList(clock.wallMillis(), next.all()).encode();
            if (next.size() > decisions.size() && (next.size() > MAX_DECISIONS || bytes.length > MAX_BYTES)) {
                throw new FenceStoreFull(next.size(), bytes.length);
            }
            file.write(bytes);
            decisions = next;
        }
        tell();
    }

    private void tell() {
        Fences now = Fences.of(inForce().stream().map(Decision::key).toList());
        if (!now.equals(told)) {
            told = now;
            listener.accept(now);
        }
    }
}
