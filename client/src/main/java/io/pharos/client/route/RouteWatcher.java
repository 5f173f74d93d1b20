package io.pharos.client.route;

import io.pharos.base.Scheduler;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.extension.UnwatchRoutes;
import io.pharos.protocol.extension.WatchRoutes;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.WatchList;
import io.pharos.remoting.Connection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the routes of topics and tells a listener of each change: at once where a name server can be watched, by polling
 * where none can. Uses one name server at a time, goes to the next when it is lost, and says there what it knows, so that
 * only what differs comes.
 *
 * <pre>{@code
 * RoutePushes pushes = new RoutePushes();
 * RequestTable table = pushes.enterInto(RequestTable.builder()).build();
 * RemotingClient client = new RemotingClient("routes", config, table, List.of(pushes), clock, timer);
 * RouteWatcher watcher =
 *         new RouteWatcher(client::connect, pushes, WatcherSettings.of(nameServers), listener, timer, random);
 * watcher.watch("Orders");
 * }</pre>
 *
 * <p>Thread-safe. Nothing blocks; the first state of a topic comes to the listener like every other.
 */
public final class RouteWatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouteWatcher.class);

    private static final int TOPICS_PER_REQUEST = 1_000;

    private final Connector connector;
    private final WatcherSettings settings;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final NameServers servers;
    private final RouteBook book;
    private @Nullable Session session;
    private boolean started;
    private boolean closed;

    /**
     * Creates a watcher of no topics, which connects when the first one is added.
     *
     * @param connector to the name servers
     * @param pushes entered in the table and the listeners of what makes the connections
     * @param listener hears of the topics
     * @param scheduler of polls, signs of life and new attempts
     * @param random spreads attempts over time and name servers
     */
    public RouteWatcher(
            Connector connector,
            RoutePushes pushes,
            WatcherSettings settings,
            RouteListener listener,
            Scheduler scheduler,
            RandomGenerator random) {
        this.connector = connector;
        this.settings = settings;
        this.scheduler = scheduler;
        this.random = random;
        this.servers = new NameServers(
                settings.nameServers(), random.nextInt(settings.nameServers().size()));
        this.book = new RouteBook(listener);
        pushes.deliverTo(this);
    }

    /** Watches a topic, which need not exist; does nothing when it is watched already. */
    public synchronized void watch(String topic) {
        if (closed) {
            throw new IllegalStateException("the watcher is closed");
        }
        if (!book.add(topic)) {
            return;
        }
        if (!started) {
            started = true;
            begin(servers.current(), false);
        } else if (session != null) {
            session.add(topic);
        }
    }

    /** No longer watches a topic; when this returns, the listener hears nothing more of it. */
    public synchronized void unwatch(String topic) {
        if (book.remove(topic) && session != null) {
            session.remove(topic);
        }
    }

    /** Watches nothing any more. The connections are whose they were. */
    @Override
    public synchronized void close() {
        closed = true;
        if (session != null) {
            session.end();
            session = null;
        }
    }

    /** A name server said what has changed. */
    synchronized void pushed(Connection connection, RouteChanged change) {
        Session current = session;
        if (current == null || !current.isOver(connection)) {
            return;
        }
        try {
            RouteStates.decode(change.body()).forEach(book::apply);
        } catch (RequestFailed unreadable) {
            // What it said is lost: on a new connection it says it again.
            connection.close();
            current.lost(unreadable.remark());
        }
    }

    synchronized void connectionClosed(Connection connection) {
        Session current = session;
        if (current != null && current.isOver(connection)) {
            current.lost("connection closed");
        }
    }

    private void begin(String address, boolean polls) {
        Session next = new Session(address, polls);
        session = next;
        next.open();
    }

    /** Goes on after the current session, which has ended: at the next name server, or where it can at least poll. */
    private void goOn(boolean crowd) {
        session = null;
        String unwatchable = servers.unwatchable();
        if (servers.roundIsOver()) {
            servers.nextRound();
            if (unwatchable == null) {
                beginLater(settings.reconnectDelay().plus(jitter()));
            } else {
                begin(unwatchable, true);
            }
        } else if (crowd) {
            beginLater(jitter());
        } else {
            begin(servers.current(), false);
        }
    }

    private void beginLater(Duration delay) {
        scheduler.schedule(delay, () -> {
            synchronized (this) {
                if (!closed && session == null) {
                    begin(servers.current(), false);
                }
            }
        });
    }

    private Duration jitter() {
        return Duration.ofNanos((long) (settings.reconnectDelay().toNanos() * random.nextDouble()));
    }

    /** One name server, from connecting to its loss. All methods hold the watcher's lock. */
    private final class Session {
        private final String address;
        private final boolean polls;
        private @Nullable Connection connection;
        private Scheduler.@Nullable Cancellation timer;
        private boolean asked;
        private boolean watching;
        private int rounds;

        Session(String address, boolean polls) {
            this.address = address;
            this.polls = polls;
        }

        void open() {
            CompletableFuture<Connection> unused =
                    connector.connect(address).whenComplete((made, failure) -> locked(() -> opened(made, failure)));
        }

        boolean isOver(Connection other) {
            return other.equals(connection);
        }

        void add(String topic) {
            if (connection != null) {
                if (polls) {
                    poll(List.of(topic).iterator(), () -> {});
                } else {
                    ask(List.of(topic));
                }
            }
        }

        void remove(String topic) {
            if (asked) {
                forget(ByteBuffer.wrap(book.list(List.of(topic)).encode()));
            }
        }

        void lost(String why) {
            LOG.info("name server lost address=[{}] reason=[{}]", address, Quoted.bounded(why));
            servers.failed(address);
            end();
            // What ended this connection may have ended those of others too.
            goOn(true);
        }

        void end() {
            if (timer != null) {
                timer.cancel();
            }
            if (asked) {
                forget(Command.NO_BODY);
            }
        }

        private void opened(@Nullable Connection made, @Nullable Throwable failure) {
            if (made == null || !made.isOpen()) {
                lost(failure == null ? "connection closed" : String.valueOf(failure.getMessage()));
                return;
            }
            connection = made;
            if (polls) {
                pollAll();
            } else {
                ask(book.topics());
            }
        }

        /** Watches topics, in pieces so that no request is very long. */
        private void ask(List<String> topics) {
            asked = true;
            for (int from = 0; from == 0 || from < topics.size(); from += TOPICS_PER_REQUEST) {
                List<String> some = topics.subList(from, Math.min(topics.size(), from + TOPICS_PER_REQUEST));
                call(WatchRoutes.of(book.list(some)), this::answered);
            }
        }

        private void answered(Command answer) {
            switch (answer.code()) {
                case ResponseCode.SUCCESS -> {
                    RouteStates.decode(answer.body()).forEach(book::apply);
                    if (!watching) {
                        watching = true;
                        servers.works();
                        keepAlive();
                    }
                }
                case ResponseCode.SYSTEM_BUSY, ResponseCode.GO_AWAY -> lost("code " + answer.code());
                default -> {
                    LOG.info(
                            "routes cannot be watched address=[{}] code=[{}] reason=[{}]",
                            address,
                            answer.code(),
                            Quoted.bounded(String.valueOf(answer.remark())));
                    asked = answer.code() != ResponseCode.REQUEST_CODE_NOT_SUPPORTED;
                    servers.cannotBeWatched(address);
                    end();
                    goOn(false);
                }
            }
        }

        private void keepAlive() {
            timer = scheduler.schedule(
                    settings.keepAlive(),
                    () -> locked(() -> call(WatchRoutes.of(new WatchList(Map.of())), answer -> {
                        if (answer.code() == ResponseCode.SUCCESS) {
                            keepAlive();
                        } else {
                            lost("code " + answer.code());
                        }
                    })));
        }

        private void pollAll() {
            poll(book.topics().iterator(), () -> {
                timer = scheduler.schedule(settings.pollInterval(), () -> locked(this::nextRound));
            });
        }

        private void nextRound() {
            rounds++;
            if (rounds < settings.roundsToRetry()) {
                pollAll();
            } else {
                begin(servers.current(), false);
            }
        }

        /** Asks about one topic after the other. */
        private void poll(Iterator<String> topics, Runnable then) {
            if (!topics.hasNext()) {
                then.run();
                return;
            }
            String topic = topics.next();
            call(new GetRouteInfo(topic, true, false, null, book.revision(topic)), answer -> {
                String revision = GetRouteInfo.Answer.from(answer.ext()).revision();
                switch (answer.code()) {
                    case ResponseCode.SUCCESS -> book.apply(topic, revision, RouteCodec.decode(answer.body()));
                    case ResponseCode.TOPIC_NOT_EXIST -> book.apply(topic, revision, null);
                    case ExtensionCodes.ROUTE_UNCHANGED -> LOG.trace("unchanged topic=[{}]", topic);
                    default -> {
                        lost("code " + answer.code() + " " + answer.remark());
                        return;
                    }
                }
                poll(topics, then);
            });
        }

        private void forget(ByteBuffer topics) {
            if (connection != null && connection.isOpen()) {
                CompletableFuture<Command> unused = connection
                        .call(settings.outgoing(new UnwatchRoutes(topics)), settings.callTimeout())
                        .whenComplete((answer, failure) -> LOG.debug("unwatched address=[{}]", address, failure));
            }
        }

        /** Calls over the connection; whatever goes wrong is the loss of the name server. */
        private void call(Request request, Consumer<Command> then) {
            Connection over = Objects.requireNonNull(connection, "connection");
            CompletableFuture<Command> unused = over.call(settings.outgoing(request), settings.callTimeout())
                    .whenComplete((answer, failure) -> locked(() -> {
                        if (answer == null) {
                            over.close();
                            lostUnlessGone(String.valueOf(failure));
                            return;
                        }
                        try {
                            then.accept(answer);
                        } catch (RequestFailed unreadable) {
                            over.close();
                            lostUnlessGone(unreadable.remark());
                        }
                    }));
        }

        private void lostUnlessGone(String why) {
            // The close may have been heard of meanwhile.
            if (session == this) {
                lost(why);
            }
        }

        /** Runs something under the lock, unless the session is over by then. */
        private void locked(Runnable action) {
            synchronized (RouteWatcher.this) {
                if (session == this) {
                    action.run();
                }
            }
        }
    }
}
