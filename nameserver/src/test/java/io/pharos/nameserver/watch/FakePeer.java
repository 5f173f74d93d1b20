package io.pharos.nameserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.extension.RouteRevision;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.RouteStates;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Connection;
import io.pharos.remoting.ConnectionListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A watching connection without a socket: takes pushes at once, or when the test says so. Thread-safe. */
final class FakePeer implements Connection {
    private final long id;
    private final ConnectionListener listener;
    private final Deque<CompletableFuture<Void>> untaken = new ArrayDeque<>();
    private final Map<String, RouteStates.One> known = new TreeMap<>();
    private final Map<String, Long> pushed = new HashMap<>();
    private final List<String> heard = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final Executor taking;
    private int pushes;
    private boolean slow;
    private boolean open = true;

    FakePeer(long id, ConnectionListener listener) {
        this(id, listener, Runnable::run);
    }

    /**
     * A peer.
     *
     * @param taking where it takes pushes
     */
    FakePeer(long id, ConnectionListener listener, Executor taking) {
        this.id = id;
        this.listener = listener;
        this.taking = taking;
    }

    /** Takes the answer to a watch list. */
    synchronized void takeAnswer(ByteBuffer body) {
        RouteStates.decode(body).forEach(this::apply);
    }

    /** Takes a push; those of a topic come in rising order. */
    private void takePush(ByteBuffer body) {
        for (RouteStates.One one : RouteStates.decode(body)) {
            Long before = pushed.put(one.topic(), numberOf(one));
            if (before != null && numberOf(one) <= before) {
                wrong.add(one + " after " + before);
            }
            apply(one);
        }
    }

    /** As a client does: an answer and a push may overtake each other, so what is older is dropped. */
    private void apply(RouteStates.One one) {
        RouteStates.One before = known.get(one.topic());
        if (one.state() != RouteStates.State.UNCHANGED && (before == null || numberOf(one) >= numberOf(before))) {
            known.put(one.topic(), one);
        }
        heard.add(text(one));
    }

    private static long numberOf(RouteStates.One one) {
        return Objects.requireNonNull(RouteRevision.parse(one.revision())).number();
    }

    private static String text(RouteStates.One one) {
        return one.topic() + " "
                + switch (one.state()) {
                    case EXISTS ->
                        String.join(
                                ",",
                                Objects.requireNonNull(one.route()).brokers().stream()
                                        .map(BrokerData::brokerName)
                                        .toList());
                    case ABSENT -> "absent";
                    case UNCHANGED -> "unchanged";
                };
    }

    /** What was heard since the last time that this was asked. */
    synchronized List<String> news() {
        assertThat(wrong).isEmpty();
        List<String> news = List.copyOf(heard);
        heard.clear();
        return news;
    }

    synchronized String revisionOf(String topic) {
        RouteStates.One one = known.get(topic);
        return one == null ? "nothing" : one.revision();
    }

    /** From now on pushes are taken one by one by {@link #takeOne}. */
    synchronized void becomeSlow() {
        slow = true;
    }

    /** From now on pushes are taken at once, and so are those that wait. */
    void becomeFast() {
        int waiting;
        synchronized (this) {
            slow = false;
            waiting = untaken.size();
        }
        for (int i = 0; i < waiting; i++) {
            takeOne();
        }
    }

    /** Knows what another one knew. */
    void remember(FakePeer other) {
        Map<String, RouteStates.One> theirs;
        synchronized (other) {
            theirs = Map.copyOf(other.known);
        }
        synchronized (this) {
            known.putAll(theirs);
        }
    }

    /** Pushes so far. */
    synchronized int pushes() {
        return pushes;
    }

    synchronized int untaken() {
        return untaken.size();
    }

    void takeOne() {
        CompletableFuture<Void> first;
        synchronized (this) {
            first = untaken.poll();
        }
        if (first != null) {
            first.complete(null);
        }
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return "10.0.0.9:" + id;
    }

    @Override
    public long heardNanos() {
        return 0;
    }

    @Override
    public void noticeLossWithin(Duration within) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    @Override
    public CompletableFuture<Command> call(Request request, Duration timeout) {
        throw new AssertionError("called with " + request);
    }

    @Override
    public CompletableFuture<Void> notify(Request request) {
        synchronized (this) {
            if (!open) {
                return CompletableFuture.failedFuture(new IOException("closed"));
            }
            takePush(((RouteChanged) request).body());
            pushes++;
            CompletableFuture<Void> written = new CompletableFuture<>();
            untaken.add(written);
            if (untaken.size() > 1) {
                wrong.add("two pushes under way");
            }
            if (!slow) {
                taking.execute(this::takeOne);
            }
            return written;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
        }
        listener.closed(this, CloseCause.LOCAL);
        List<CompletableFuture<Void>> lost;
        synchronized (this) {
            lost = List.copyOf(untaken);
            untaken.clear();
        }
        lost.forEach(push -> push.completeExceptionally(new IOException("closed")));
    }
}
