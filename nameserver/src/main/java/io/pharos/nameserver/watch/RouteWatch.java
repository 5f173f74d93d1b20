package io.pharos.nameserver.watch;

import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.RouteSource;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.Names;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.WatchList;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Connection;
import io.pharos.remoting.ConnectionListener;
import io.pharos.remoting.LogLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells connections of each change of the routes that they watch.
 *
 * <p>A change notes its topic, and all watchers of the noted topics are told what is so then: at once after a quiet time,
 * else when the time for which changes are collected is over. Nothing is lost: a subscription is entered before its first state is read, and a change is published before its watchers are looked for.
 *
 * <p>{@link #watch} and {@link #unwatch} take their time and belong to one thread; all other methods are thread-safe and may
 * be called on an event loop or the route writer.
 */
public final class RouteWatch implements ConnectionListener {
    private static final Logger LOG = LoggerFactory.getLogger(RouteWatch.class);

    /** What a subscription and a watched topic take, about; by measurement. */
    private static final long SUBSCRIPTION_BYTES = 110;

    private static final long TOPIC_BYTES = 200;

    /** Routes that the answer to a watch list holds at most; the others are pushed. */
    private static final int ANSWER_BYTES = 1 << 20;

    private final RouteSource source;
    private final WatchLimits limits;
    private final Clock clock;
    private final Scheduler scheduler;
    private final NewsRoom news;
    private final PushBudget budget;
    private final WatchCounts counts = new WatchCounts();
    private final LogLimiter stuckLines;
    private final ConcurrentMap<Long, Watcher> watchers = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, WatchedTopic> topics = new ConcurrentHashMap<>();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicLong heldBytes = new AtomicLong();
    private final Queue<WatchedTopic> changed = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile long lastFlushNanos;

    /**
     * Creates it without watchers.
     *
     * @param source of the routes; who changes them calls {@link #changed}
     * @param maxKeptBytes bound for encoded news that are kept
     * @param scheduler collects changes
     */
    public RouteWatch(RouteSource source, WatchLimits limits, long maxKeptBytes, Clock clock, Scheduler scheduler) {
        this.source = source;
        this.limits = limits;
        this.clock = clock;
        this.stuckLines = new LogLimiter(clock, "watching connections that were closed", Duration.ofSeconds(10), 20);
        this.scheduler = scheduler;
        this.news = new NewsRoom(source, maxKeptBytes);
        this.budget = new PushBudget(limits.pendingBytes());
        this.lastFlushNanos = clock.monotonicNanos() - limits.coalescing().toNanos();
    }

    /** Topics that a watch list may have. */
    public int maxTopics() {
        return limits.topicsPerConnection();
    }

    /** The refusal of a list that is longer. */
    public RequestFailed tooManyTopics() {
        counts.refused.increment();
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                "WATCH_ROUTES refused: a connection may watch " + limits.topicsPerConnection()
                        + " topics; watch the others over a further connection or raise watchMaxTopicsPerConnection");
    }

    /**
     * Watches topics over a connection, or changes what is asked of those that it watches; all of them or none.
     *
     * @param list names and the revisions that the peer holds
     * @param asked what is asked about a topic, always the same for the same name
     * @return the states as the body of the answer; what does not fit is pushed
     * @throws RequestFailed naming what is wrong
     */
    public byte[] watch(Connection connection, WatchList list, Function<String, RouteQuery> asked) {
        list.topics().keySet().forEach(this::check);
        if (list.topics().isEmpty()) {
            return RouteStates.encode(List.of());
        }
        admit(watchers.get(connection.id()), list.topics().keySet());
        Watcher watcher = watcherOf(connection);
        int room = ANSWER_BYTES;
        boolean pushed = false;
        List<byte[]> states = new ArrayList<>(list.topics().size());
        for (Map.Entry<String, Optional<String>> topic : list.topics().entrySet()) {
            Subscription subscription = watcher.enter(asked.apply(canonical(topic.getKey())), this::attach);
            if (subscription == null) {
                break;
            }
            News now = watcher.tell(subscription, topic.getValue().orElse(null), room);
            if (now == null) {
                pushed = true;
            } else {
                states.add(now.entry());
                room -= now.state() == RouteStates.State.EXISTS ? now.entry().length : 0;
            }
        }
        if (!connection.isOpen()) {
            end(watcher);
        } else if (pushed) {
            // Not at once, so that the answer is likely to be first.
            scheduler.schedule(limits.coalescing(), watcher::push);
        }
        return RouteStates.encode(states);
    }

    /** Forgets topics that a connection watches; does nothing about others. */
    public void unwatch(Connection connection, Collection<String> names) {
        Watcher watcher = watchers.get(connection.id());
        if (watcher != null) {
            for (String name : names) {
                detach(name, watcher.leave(name));
            }
        }
    }

    /** Forgets all topics that a connection watches. */
    public void unwatchAll(Connection connection) {
        Watcher watcher = watchers.remove(connection.id());
        if (watcher != null) {
            end(watcher);
        }
    }

    @Override
    public void closed(Connection connection, CloseCause cause) {
        unwatchAll(connection);
    }

    /** The answers about a topic may have changed; call it after the change can be seen. */
    public void changed(String topic) {
        WatchedTopic watched = topics.get(topic);
        if (watched == null) {
            return;
        }
        if (watched.noteChange()) {
            changed.add(watched);
        } else {
            counts.coalesced.increment();
        }
        if (scheduled.compareAndSet(false, true)) {
            scheduler.schedule(untilNextFlush(), this::flush);
        }
    }

    /** Closes the connections of peers that do not take what they are told. Call it periodically. */
    public void closeStuck() {
        for (Watcher watcher : watchers.values()) {
            if (watcher.isStuck(limits.patience())) {
                counts.stuck.increment();
                if (stuckLines.allows()) {
                    LOG.info(
                            "watching connection closed peer=[{}] reason=[a push was not taken for {} s]",
                            Quoted.bounded(watcher.connection().peer()),
                            limits.patience().toSeconds());
                }
                watcher.connection().close();
            }
        }
    }

    /** Connections that watch. */
    public int watchers() {
        return watchers.size();
    }

    /** Topics that connections watch, one watched by two counted twice. */
    public int subscriptions() {
        return subscriptions.get();
    }

    /** Bytes of memory that what is watched takes, about. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** Pushes so far. */
    public long pushes() {
        return counts.pushes.sum();
    }

    /** Changes so far that went with another one's push. */
    public long coalesced() {
        return counts.coalesced.sum();
    }

    /** Watch lists so far that were over a bound. */
    public long refused() {
        return counts.refused.sum();
    }

    /** Connections so far that were closed because they did not take a push. */
    public long stuck() {
        return counts.stuck.sum();
    }

    /** Bytes of pushes that the system has not taken yet. */
    public long pendingBytes() {
        return budget.pending();
    }

    private Duration untilNextFlush() {
        long waited = clock.monotonicNanos() - lastFlushNanos;
        return Duration.ofNanos(Math.max(0, limits.coalescing().toNanos() - waited));
    }

    private void flush() {
        lastFlushNanos = clock.monotonicNanos();
        scheduled.set(false);
        Set<Watcher> touched = new LinkedHashSet<>();
        for (WatchedTopic watched = changed.poll(); watched != null; watched = changed.poll()) {
            watched.forgetChange();
            for (Subscription subscription : watched.subscriptions()) {
                subscription.watcher().changed(subscription);
                touched.add(subscription.watcher());
            }
        }
        touched.forEach(Watcher::push);
    }

    private void check(String topic) {
        String problem = Names.registeredTopicProblem(topic);
        if (problem != null) {
            throw new RequestFailed(ResponseCode.SYSTEM_ERROR, "WATCH_ROUTES refused: " + problem);
        }
        if (!source.isReady(topic)) {
            throw new RequestFailed(ResponseCode.SYSTEM_ERROR, "name server not ready");
        }
    }

    private Watcher watcherOf(Connection connection) {
        return watchers.computeIfAbsent(connection.id(), id -> new Watcher(connection, news, budget, counts, clock));
    }

    /** Refuses what would go over a bound. */
    private void admit(@Nullable Watcher watcher, Set<String> names) {
        int fresh = 0;
        long bytes = heldBytes.get();
        for (String name : names) {
            if (watcher == null || !watcher.watches(name)) {
                fresh++;
                bytes += SUBSCRIPTION_BYTES + (topics.containsKey(name) ? 0 : topicBytes(name));
            }
        }
        if ((watcher == null ? 0 : watcher.size()) + fresh > limits.topicsPerConnection()) {
            throw tooManyTopics();
        }
        if (subscriptions.get() + fresh > limits.subscriptions()) {
            throw overBound(limits.subscriptions() + " topics", "watchMaxSubscriptions");
        }
        if (bytes > limits.bytes()) {
            throw overBound("what fits " + limits.bytes() + " bytes", "watchMaxBytes");
        }
    }

    private RequestFailed overBound(String bound, String key) {
        counts.refused.increment();
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                "WATCH_ROUTES refused: all connections together may watch " + bound + "; poll instead, or raise "
                        + key);
    }

    private static long topicBytes(String name) {
        return TOPIC_BYTES + name.length();
    }

    private void end(Watcher watcher) {
        watchers.remove(watcher.connection().id(), watcher);
        for (Subscription subscription : watcher.end()) {
            detach(subscription.query.topic(), subscription);
        }
    }

    private String canonical(String topic) {
        WatchedTopic watched = topics.get(topic);
        return watched == null ? topic : watched.name();
    }

    private void attach(Subscription subscription) {
        subscriptions.incrementAndGet();
        heldBytes.addAndGet(SUBSCRIPTION_BYTES);
        topics.compute(subscription.query.topic(), (name, known) -> {
            WatchedTopic watched = known;
            if (watched == null) {
                watched = new WatchedTopic(name);
                heldBytes.addAndGet(topicBytes(name));
            }
            watched.add(subscription);
            return watched;
        });
    }

    private void detach(String topic, @Nullable Subscription subscription) {
        if (subscription == null) {
            return;
        }
        subscriptions.decrementAndGet();
        heldBytes.addAndGet(-SUBSCRIPTION_BYTES);
        topics.computeIfPresent(topic, (name, watched) -> {
            if (!watched.remove(subscription)) {
                return watched;
            }
            heldBytes.addAndGet(-topicBytes(name));
            return null;
        });
    }
}
