package io.pharos.client.route;

import io.pharos.base.Scheduler;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.extension.UnwatchRoutes;
import io.pharos.protocol.extension.WatchRoutes;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.protocol.route.WatchList;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Connection;
import io.pharos.remoting.Dispatcher;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.RequestTable;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A name server without a socket, as {@code docs/protocol-extensions.md} describes one. Not thread-safe. */
final class FakeServer {
    /** How it answers. */
    enum Mood {
        WATCHABLE,
        STOCK,
        FULL,
        BUSY,
        SILENT,
        DOWN
    }

    final List<String> requests = new ArrayList<>();
    Mood mood = Mood.WATCHABLE;
    private final String run;
    private final Scheduler scheduler;
    private final RoutePushes pushes;
    private final Dispatcher client;
    private final Map<String, Value> values = new HashMap<>();
    private final List<FakeConnection> connections = new ArrayList<>();
    private long number;

    FakeServer(String run, Scheduler scheduler, RoutePushes pushes) {
        this.run = run;
        this.scheduler = scheduler;
        this.pushes = pushes;
        this.client = new Dispatcher(
                pushes.enterInto(RequestTable.builder()).build(),
                new LogLimiter(new ManualClock(), "requests", Duration.ofSeconds(10), 20));
    }

    private record Value(long number, @Nullable String broker) {}

    static TopicRoute routeOn(String broker) {
        return new TopicRoute(
                List.of(new BrokerData("c", broker, new TreeMap<>(Map.of(0L, broker + ":1")), null, false)),
                List.of(),
                Map.of(),
                null,
                null);
    }

    /** Changes a route without telling anybody. */
    void set(String topic, @Nullable String broker) {
        values.put(topic, new Value(++number, broker));
    }

    /** Changes a route and tells who watches it. */
    void change(String topic, @Nullable String broker) {
        set(topic, broker);
        for (FakeConnection connection : List.copyOf(connections)) {
            if (connection.watched.contains(topic)) {
                connection.push(body(List.of(entry(topic, null))));
            }
        }
    }

    /** Sends a body to all. */
    void push(byte[] body) {
        List.copyOf(connections).forEach(connection -> connection.push(body));
    }

    byte[] stateAt(long at, String topic, String broker) {
        return body(List.of(RouteStates.encodeOne(
                topic,
                run + "-" + at,
                RouteStates.State.EXISTS,
                ByteBuffer.wrap(RouteCodec.encode(routeOn(broker), JsonDialect.STANDARD)))));
    }

    void breakConnections() {
        List.copyOf(connections).forEach(Connection::close);
    }

    int connections() {
        return connections.size();
    }

    /** What was asked since the last time. */
    List<String> asked() {
        List<String> asked = List.copyOf(requests);
        requests.clear();
        return asked;
    }

    CompletableFuture<Connection> connect() {
        if (mood == Mood.DOWN) {
            requests.add("connect");
            return CompletableFuture.failedFuture(new IOException("refused"));
        }
        FakeConnection connection = new FakeConnection();
        connections.add(connection);
        return CompletableFuture.completedFuture(connection);
    }

    private Reply answer(FakeConnection from, Request request) {
        if (request instanceof GetRouteInfo question) {
            requests.add("105 " + question.topic() + (question.revision() == null ? "" : " " + question.revision()));
            return route(question.topic(), question.revision());
        }
        if (mood == Mood.STOCK) {
            requests.add(request.spec().name());
            return Reply.failed(3, " request type " + request.spec().code() + " not supported");
        }
        if (mood == Mood.BUSY) {
            return Reply.failed(2, "busy");
        }
        if (request instanceof UnwatchRoutes unwatch) {
            requests.add("unwatch");
            if (unwatch.body().hasRemaining()) {
                from.watched.removeAll(list(unwatch.body()).topics().keySet());
            } else {
                from.watched.clear();
            }
            return Reply.OK;
        }
        Map<String, Optional<String>> topics =
                list(((WatchRoutes) request).body()).topics();
        if (mood == Mood.FULL && !topics.isEmpty()) {
            requests.add("watch refused");
            return Reply.failed(1, "WATCH_ROUTES refused: too many");
        }
        requests.add(topics.size() > 3 ? "watch " + topics.size() : "watch " + new TreeMap<>(topics));
        from.watched.addAll(topics.keySet());
        List<byte[]> entries = new ArrayList<>();
        topics.forEach((topic, held) -> entries.add(entry(topic, held.orElse(null))));
        return Reply.ok(body(entries));
    }

    private static WatchList list(ByteBuffer body) {
        return WatchList.decode(body, 10_000, () -> new RequestFailed(1, "too many"));
    }

    private Reply route(String topic, @Nullable String held) {
        Value value = valueOf(topic);
        String revision = run + "-" + value.number;
        boolean stock = mood == Mood.STOCK;
        if (!stock && revision.equals(held)) {
            return new Reply(
                    ExtensionCodes.ROUTE_UNCHANGED, null, new GetRouteInfo.Answer(revision).toExt(), Command.NO_BODY);
        }
        return new Reply(
                value.broker == null ? 17 : 0,
                null,
                new GetRouteInfo.Answer(stock ? null : revision).toExt(),
                encoded(value));
    }

    private byte[] entry(String topic, @Nullable String held) {
        Value value = valueOf(topic);
        String revision = run + "-" + value.number;
        if (revision.equals(held)) {
            return RouteStates.encodeOne(topic, revision, RouteStates.State.UNCHANGED, Command.NO_BODY);
        }
        RouteStates.State state = value.broker == null ? RouteStates.State.ABSENT : RouteStates.State.EXISTS;
        return RouteStates.encodeOne(topic, revision, state, encoded(value));
    }

    private static byte[] body(List<byte[]> entries) {
        return RouteStates.encode(entries);
    }

    private static ByteBuffer encoded(Value value) {
        return value.broker == null
                ? Command.NO_BODY
                : ByteBuffer.wrap(RouteCodec.encode(routeOn(value.broker), JsonDialect.STANDARD));
    }

    private Value valueOf(String topic) {
        return values.getOrDefault(topic, new Value(0, null));
    }

    private final class FakeConnection implements Connection {
        private final Set<String> watched = new HashSet<>();
        private boolean open = true;

        void push(byte[] body) {
            Command command = Command.oneWay(
                    RouteChanged.SPEC.code(),
                    1,
                    new RouteChanged(ByteBuffer.wrap(body)).toExt(),
                    ByteBuffer.wrap(body));
            Reply unused = client.dispatch(this, command).toCompletableFuture().join();
        }

        @Override
        public long id() {
            return System.identityHashCode(this);
        }

        @Override
        public String peer() {
            return run;
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
        public boolean isOpen() {
            return open;
        }

        @Override
        public CompletableFuture<Command> call(Request request, Duration timeout) {
            if (!open) {
                return CompletableFuture.failedFuture(new IOException("closed"));
            }
            if (mood == Mood.SILENT) {
                CompletableFuture<Command> never = new CompletableFuture<>();
                scheduler.schedule(timeout, () -> never.completeExceptionally(new TimeoutException("no answer")));
                return never;
            }
            return CompletableFuture.completedFuture(Command.response(1, answer(this, request)));
        }

        @Override
        public CompletableFuture<Void> notify(Request request) {
            throw new AssertionError("notified of " + request);
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                connections.remove(this);
                pushes.closed(this, CloseCause.LOCAL);
            }
        }
    }
}
