package io.pharos.nameserver.watch;

import io.pharos.base.Clock;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.route.RouteStates;
import io.pharos.remoting.Connection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection that watches: which topics, what it was told of each, and which may have changed since. At most one push
 * is under way; what changes meanwhile is marked, not queued, so that a slow reader gets the latest state. Thread-safe.
 */
final class Watcher {
    /** A push takes no further topic when it is this long. */
    private static final int PUSH_BYTES = 64 * 1024;

    private final Connection connection;
    private final NewsRoom news;
    private final PushBudget budget;
    private final WatchCounts counts;
    private final Clock clock;
    private final Map<String, Subscription> subscriptions = new HashMap<>();
    private final Deque<Subscription> dirty = new ArrayDeque<>();
    private boolean pushing;
    private long pushingSinceNanos;
    private boolean waiting;
    private boolean ended;

    Watcher(Connection connection, NewsRoom news, PushBudget budget, WatchCounts counts, Clock clock) {
        this.connection = connection;
        this.news = news;
        this.budget = budget;
        this.counts = counts;
        this.clock = clock;
    }

    Connection connection() {
        return connection;
    }

    synchronized int size() {
        return subscriptions.size();
    }

    synchronized boolean watches(String topic) {
        return subscriptions.containsKey(topic);
    }

    /**
     * Enters a topic, or changes what is asked of one.
     *
     * @param onFresh is given the subscription of a topic that was not watched, before anything can end it
     * @return null when the connection has ended
     */
    synchronized @Nullable Subscription enter(RouteQuery query, Consumer<Subscription> onFresh) {
        if (ended) {
            return null;
        }
        Subscription known = subscriptions.get(query.topic());
        if (known != null) {
            known.query = query;
            return known;
        }
        Subscription fresh = new Subscription(this, query);
        subscriptions.put(query.topic(), fresh);
        onFresh.accept(fresh);
        return fresh;
    }

    /**
     * What is to be answered about a topic that was entered.
     *
     * @param held revision that the peer holds; null for none
     * @param room bytes that a route may have; one that has more is pushed
     * @return null when it is pushed
     */
    synchronized @Nullable News tell(Subscription subscription, @Nullable String held, int room) {
        News now = news.now(subscription.query, held);
        if (now.state() == RouteStates.State.EXISTS && now.entry().length > room) {
            subscription.told = held;
            mark(subscription);
            return null;
        }
        subscription.told = now.revision();
        return now;
    }

    /** Takes a topic out; null when it is not watched. */
    synchronized @Nullable Subscription leave(String topic) {
        return subscriptions.remove(topic);
    }

    /** No push follows. Gives what was watched, once. */
    synchronized List<Subscription> end() {
        ended = true;
        List<Subscription> all = List.copyOf(subscriptions.values());
        subscriptions.clear();
        dirty.clear();
        return all;
    }

    /** A topic may have changed; {@link #push} sends it. */
    synchronized void changed(Subscription subscription) {
        if (isCurrent(subscription)) {
            mark(subscription);
        }
    }

    /** Sends what has changed, unless a push is under way: then it follows that one. */
    void push() {
        ByteBuffer body = begin();
        if (body != null) {
            int bytes = body.remaining();
            budget.take(bytes);
            counts.pushes.increment();
            CompletableFuture<Void> unused = connection
                    .notify(new RouteChanged(body))
                    .whenComplete((done, failure) -> {
                        finished(bytes, failure);
                        push();
                    });
        }
    }

    /** Its turn has come after it had to wait. */
    void resume() {
        synchronized (this) {
            waiting = false;
        }
        push();
    }

    /** Whether one push takes longer than it may. */
    synchronized boolean isStuck(Duration patience) {
        return pushing && clock.monotonicNanos() - pushingSinceNanos > patience.toNanos();
    }

    /** The body of the next push, which is under way from now on; null when there is none or it has to wait. */
    private @Nullable ByteBuffer begin() {
        synchronized (this) {
            if (pushing || waiting || dirty.isEmpty()) {
                return null;
            }
            if (budget.hasRoom()) {
                ByteBuffer body = nextBody();
                pushing = body != null;
                pushingSinceNanos = clock.monotonicNanos();
                return body;
            }
            waiting = true;
        }
        budget.waitFor(this);
        return null;
    }

    private @Nullable ByteBuffer nextBody() {
        List<News> changes = new ArrayList<>(1);
        int bytes = 0;
        while (bytes < PUSH_BYTES && !dirty.isEmpty()) {
            Subscription subscription = dirty.remove();
            subscription.dirty = false;
            if (!isCurrent(subscription)) {
                continue;
            }
            News now = news.now(subscription.query, subscription.told);
            if (!now.isUnchanged()) {
                subscription.told = now.revision();
                changes.add(now);
                bytes += now.entry().length;
            }
        }
        return switch (changes.size()) {
            case 0 -> null;
            case 1 -> changes.get(0).alone().duplicate();
            default ->
                ByteBuffer.wrap(
                        RouteStates.encode(changes.stream().map(News::entry).toList()));
        };
    }

    private void finished(int bytes, @Nullable Throwable failure) {
        synchronized (this) {
            pushing = false;
            if (failure != null) {
                // What it said is lost: only a new connection, on which the peer says what it holds, makes that good.
                ended = true;
                dirty.clear();
            }
        }
        if (failure != null) {
            connection.close();
        }
        budget.giveBack(bytes);
    }

    private void mark(Subscription subscription) {
        if (subscription.dirty) {
            counts.coalesced.increment();
        } else {
            subscription.dirty = true;
            dirty.add(subscription);
        }
    }

    private boolean isCurrent(Subscription subscription) {
        return !ended && subscriptions.get(subscription.query.topic()) == subscription;
    }
}
