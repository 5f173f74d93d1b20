package io.pharos.nameserver.route;

import io.pharos.base.Clock;
import io.pharos.base.GenerationalFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last known routes on disk, so that a restarted name server doesn't tell clients that their topics don't exist.
 *
 * <p>{@link #restore}, {@link #saveIfDue} and {@link #saveIfChanged} block on the disk: call them from one thread of their
 * own, the second one periodically and the third at the end. They read the published state only and hold up neither writer nor queries. The
 * counters may be read by any thread.
 */
public final class WarmCopy {
    private static final Logger LOG = LoggerFactory.getLogger(WarmCopy.class);
    private static final long NEVER = -1;

    /** Rest after a copy, in times of what it took: a large table that changes all the time costs 5 % of a core. */
    private static final int REST = 19;

    private static final int FIRST_CAPACITY = 1 << 16;

    private final Routes routes;
    private final GenerationalFile file;
    private final Clock clock;
    private long savedRevision = NEVER;
    private volatile long savedAtMillis = NEVER;
    private volatile long currentAtNanos;
    private long restUntilNanos;
    private int capacity = FIRST_CAPACITY;
    private final AtomicLong failures = new AtomicLong();
    private volatile int damagedFiles;

    /**
     * Creates it; nothing is read or written yet.
     *
     * @param file holds the copy; a sealed one
     */
    public WarmCopy(Routes routes, GenerationalFile file, Clock clock) {
        this.routes = routes;
        this.file = file;
        this.clock = clock;
        this.currentAtNanos = clock.monotonicNanos();
        this.restUntilNanos = currentAtNanos;
    }

    /**
     * Loads the newest good copy and serves it at once, marked as restored. Call it before the first request is
     * accepted. A copy that cannot be used is reported and the routes stay empty: brokers bring them back.
     *
     * @param patience time within which the brokers must register before they are evicted; positive
     */
    public void restore(Duration patience) {
        try {
            GenerationalFile.Loaded loaded = file.load();
            damagedFiles = loaded.problems().size();
            loaded.problems().forEach(problem -> LOG.warn("warm-start copy damaged problem=[{}]", problem));
            byte[] content = loaded.content().orElse(null);
            if (content == null) {
                LOG.info("no warm-start copy file=[{}]", file.path());
                return;
            }
            List<RestoredGroup> groups = WarmCopyReader.read(content);
            routes.restore(groups, patience).toCompletableFuture().join();
            currentAtNanos = clock.monotonicNanos();
            LOG.info(
                    "routes restored file=[{}] groups=[{}] topics=[{}] patienceSeconds=[{}]",
                    file.path(),
                    groups.size(),
                    routes.topicCount(),
                    patience.toSeconds());
        } catch (IOException failure) {
            failures.incrementAndGet();
            LOG.warn(
                    "warm-start copy unusable, starting with no routes file=[{}] reason=[{}]",
                    file.path(),
                    failure.getMessage());
        }
    }

    /** Does {@link #saveIfChanged}, but leaves nineteen times as long as the last copy took between two copies. */
    public void saveIfDue() {
        if (clock.monotonicNanos() - restUntilNanos >= 0) {
            saveIfChanged();
        }
    }

    /** Writes the routes if they changed since the last success. A failure is reported and tried again next time. */
    public void saveIfChanged() {
        // Taken first: what changes while this runs is not in the copy.
        long now = clock.monotonicNanos();
        long revision = routes.revision();
        if (revision == savedRevision) {
            currentAtNanos = now;
            return;
        }
        try {
            byte[] content = routes.copy(capacity);
            capacity = content.length + content.length / 8 + FIRST_CAPACITY;
            file.write(content);
            savedRevision = revision;
            savedAtMillis = clock.wallMillis();
            currentAtNanos = now;
        } catch (IOException failure) {
            failures.incrementAndGet();
            LOG.warn("warm-start copy not written file=[{}] reason=[{}]", file.path(), failure.getMessage());
        }
        long end = clock.monotonicNanos();
        restUntilNanos = end + REST * (end - now);
    }

    /** Wall-clock time of the last success; -1 before the first. */
    public long savedAtMillis() {
        return savedAtMillis;
    }

    /** Time since the copy on disk was last known to say what the routes say; since the start before that. */
    public Duration age() {
        return Duration.ofNanos(clock.monotonicNanos() - currentAtNanos);
    }

    /** Reads and writes that failed. */
    public long failures() {
        return failures.get();
    }

    /** Damaged files that the load set aside. */
    public int damagedFiles() {
        return damagedFiles;
    }
}
