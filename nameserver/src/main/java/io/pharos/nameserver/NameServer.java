package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.config.LiveSettings;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.nameserver.fellow.Fellows;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.fence.Fencing;
import io.pharos.nameserver.handler.NameServerRequestTable;
import io.pharos.nameserver.handler.NameServerRequestTable.Subjects;
import io.pharos.nameserver.http.HttpEndpoint;
import io.pharos.nameserver.kv.KvStore;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.route.WarmCopy;
import io.pharos.nameserver.watch.RouteWatch;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.namesrv.NotifyMinBrokerIdChange;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingServer;
import io.pharos.remoting.RequestTable;
import io.pharos.remoting.WorkerLanes;
import io.pharos.remoting.WorkerPool;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running name server. Several may run in one process, each with a data folder of its own. Thread-safe. */
public final class NameServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameServer.class);
    private static final Duration SCAN_PERIOD = Duration.ofMillis(500);
    private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
    private static final int LOG_LINES = 20;
    private static final Duration PULSE_PATIENCE = Duration.ofSeconds(2);
    private static final int ROUTE_GENERATIONS = 3;

    private final NameServerConfig config;
    private final DataFolder folder;
    private final LogLimiter notNotified;
    private final NameServerMetrics metrics;
    private final Vitals vitals;
    private final @Nullable HttpEndpoint http;
    private final EventLoop writer;
    private final EventLoop timer;
    private final EventLoop copier;
    private final EventLoop deciding;
    private final WorkerLanes decoding;
    private final WorkerPool admin;
    private final WorkerPool watching;
    private final KvStore kv;
    private final Fellows fellows;
    private final Routes routes;
    private final RouteWatch watch;
    private final WarmCopy copy;
    private final OpenConnections connections;
    private final Probes probes;
    private final RemotingClient client;
    private final RemotingServer server;
    private final AtomicBoolean closing = new AtomicBoolean();

    private NameServer(NameServerConfig config, DataFolder folder, Threads threads, Clock clock) throws IOException {
        this.config = config;
        this.folder = folder;
        metrics = threads.metrics;
        vitals = threads.vitals;
        http = threads.http;
        writer = threads.writer;
        timer = threads.timer;
        copier = threads.copier;
        deciding = threads.deciding;
        client = threads.client;
        notNotified = new LogLimiter(clock, "brokers that were not notified", LOG_PERIOD, LOG_LINES);
        LogLimiter noise = new LogLimiter(clock, "changes that were not applied", LOG_PERIOD, LOG_LINES);
        ConfigStore settings = ConfigStore.open(config, FileOps.system(), noise);
        kv = KvStore.open(config.kvFile(), FileOps.system());
        metrics.damaged("kv", kv.damage().size());
        metrics.damaged("config", settings.damage().size());
        int queue = config.whole(NameServerKeys.DEFAULT_QUEUE);
        decoding = new WorkerLanes("registration", decoders(config), queue);
        admin = new WorkerPool("admin", 1, queue);
        watching = new WorkerPool("watch", 1, queue);
        routes = newRoutes(settings.live(), clock);
        kv.onChange(namespace -> {
            if (namespace.equals(KvStore.ORDER_TOPICS)) {
                configure(settings.live());
            }
        });
        FenceStore fences = FenceSetup.open(folder.path(), newRun(), routes, metrics, clock, deciding);
        AccessSetup access = AccessSetup.of(config, metrics, clock, deciding);
        fellows = FellowSetup.of(config, client, access.fellowCredential(), fences, routes, clock, deciding);
        watch = WatchSetup.start(config, routes, clock, timer);
        connections = new OpenConnections(routes::connectionClosed, routes::connectionLost);
        probes = new Probes(connections, Duration.ofMillis(config.get(NameServerKeys.LOSS_MILLIS)));
        copy = newCopy(clock);
        boolean copying = restore();
        Explaining explaining = new Explaining(fences, connections, access.rules());
        RequestTable table = NameServerRequestTable.of(
                new Subjects(
                        routes,
                        kv,
                        settings,
                        watch,
                        new Fencing(fences, routes, noise),
                        fellows,
                        explaining,
                        access.owners()),
                new NameServerRequestTable.Pools(decoding::of, admin, watching),
                metrics,
                this::configure,
                access.rules()::gate,
                noise);
        server = RemotingServer.builder(RemotingSetup.of(config), table, clock, timer)
                .name("nameserver")
                .listener(connections)
                .listener(watch)
                .observer(metrics)
                .start();
        showState(copying, clock);
        begin(copying);
    }

    /** What goes on by itself, and what may begin now that all is there. */
    private void begin(boolean copying) {
        timer.every(SCAN_PERIOD, () -> routes.scan(SCAN_PERIOD));
        FellowSetup.start(config, fellows, deciding);
        if (copying) {
            copier.every(Duration.ofMillis(config.get(NameServerKeys.ROUTE_COPY_MILLIS)), copy::saveIfDue);
        }
        vitals.serving(
                routes,
                List.of(
                        new Pulse("the writer of routes", () -> writer.submit(() -> true), PULSE_PATIENCE),
                        new Pulse("an event loop", server::turn, PULSE_PATIENCE)));
    }

    private WarmCopy newCopy(Clock clock) {
        return new WarmCopy(
                routes,
                GenerationalFile.sealed(folder.path().resolve("routes"), ROUTE_GENERATIONS, FileOps.system()),
                clock);
    }

    /** Takes over what an earlier run knew. Gives whether copies are made at all. */
    private boolean restore() {
        boolean copying = config.get(NameServerKeys.ROUTE_COPY);
        if (copying) {
            copy.restore(Duration.ofSeconds(config.get(NameServerKeys.RESTORED_SECONDS)));
            metrics.damaged("routes", copy.damagedFiles());
        }
        return copying;
    }

    /** Half of the processors: a wave of large registrations must leave room for queries. */
    private static int decoders(NameServerConfig config) {
        int half = Runtime.getRuntime().availableProcessors() / 2;
        return Math.max(1, Math.min(config.whole(NameServerKeys.DEFAULT_THREADS), half));
    }

    private void showState(boolean copying, Clock clock) {
        metrics.gauge("pharos_connections", "Open connections.", connections::size);
        metrics.gauge("pharos_kv_entries", "Entries of the key-value store.", kv::size);
        StateMetrics.routes(metrics, routes);
        StateMetrics.waiting(
                metrics,
                Map.of(
                        "registration", decoding::backlog,
                        "admin", admin::backlog,
                        "watch", watching::backlog,
                        "routes", writer::backlog));
        StateMetrics.files(
                metrics,
                clock,
                Map.of(
                        "kv", config.kvFile(),
                        "fences", folder.path().resolve("fences.json"),
                        "routes", folder.path().resolve("routes"),
                        "config", folder.path().resolve("live")));
        FellowSetup.show(fellows, metrics);
        WatchSetup.show(watch, metrics);
        ProbeSetup.show(probes, routes, metrics);
        if (copying) {
            StateMetrics.copy(metrics, copy);
        }
    }

    /**
     * Starts a name server; when this returns it answers.
     *
     * @throws IOException when the port, a file or the data folder cannot be used; the message is one line that says
     *     which and why
     */
    public static NameServer start(NameServerConfig config, Clock clock) throws IOException {
        config.remarks().forEach(remark -> LOG.warn("configuration remark=[{}]", remark));
        DataFolder folder = DataFolder.open(config.dataFolder());
        try {
            Threads threads = Threads.start(config, clock);
            try {
                return new NameServer(config, folder, threads, clock);
            } catch (IOException | RuntimeException failure) {
                threads.close();
                throw failure;
            }
        } catch (IOException | RuntimeException failure) {
            folder.close();
            throw failure;
        }
    }

    /** The port that is listened on. */
    public int port() {
        return server.port();
    }

    /** The address that is listened on, {@code host:port}. */
    public String address() {
        return config.get(NameServerKeys.BIND_ADDRESS) + ":" + port();
    }

    /** Where metrics and health are shown, {@code http://host:port}; empty when that is switched off. */
    public Optional<String> metricsUrl() {
        return Optional.ofNullable(http).map(HttpEndpoint::url);
    }

    /** Finishes what was accepted, copies the routes, and lets go of port and folder. Safe to call again. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        vitals.stopping();
        if (config.get(NameServerKeys.ROUTE_COPY)) {
            copier.execute(copy::saveIfChanged);
        }
        // Closed before the connections are: their end would empty the routes that the next start restores.
        copier.close();
        deciding.close();
        if (config.get(NameServerKeys.GRACEFUL)) {
            server.stop(Duration.ofSeconds(config.get(NameServerKeys.SHUTDOWN_SECONDS)))
                    .join();
        }
        server.close();
        decoding.close();
        admin.close();
        watching.close();
        client.close();
        writer.close();
        // To the last there is an answer for those who probe.
        Threads.end(http, timer);
        try {
            folder.close();
        } catch (IOException failure) {
            LOG.warn("data folder not released folder=[{}]", folder.path(), failure);
        }
        LOG.info("name server stopped");
    }

    /** Ends when routes are answered by the new settings: whoever changed them sees the change. */
    private void configure(LiveSettings live) {
        routes.configure(routeSettings(live)).toCompletableFuture().join();
    }

    private Routes newRoutes(LiveSettings live, Clock clock) {
        return new Routes(
                clock,
                writer,
                routeSettings(live),
                new Effects(),
                (route, strict) -> RouteCodec.encode(route, strict ? JsonDialect.STANDARD : JsonDialect.UNQUOTED_KEYS),
                config.get(NameServerKeys.ANSWER_CACHE_BYTES),
                newRun());
    }

    /** What tells the revisions of this run from those of any other. */
    private static String newRun() {
        return Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
    }

    private RouteSettings routeSettings(LiveSettings live) {
        return new RouteSettings(
                live.supportActingMaster(),
                live.notifyMinBrokerIdChanged(),
                live.orderMessageEnable() ? kv.namespace(KvStore.ORDER_TOPICS).orElse(Map.of()) : Map.of(),
                live.needWaitForService() ? Duration.ofSeconds(live.waitSecondsForService()) : Duration.ZERO,
                RouteSettings.DEFAULT.defaultTimeout(),
                ProbeSetup.of(config));
    }

    /** What runs before the rest is there, so that a start that fails can end it. */
    private record Threads(
            NameServerMetrics metrics,
            Vitals vitals,
            @Nullable HttpEndpoint http,
            EventLoop writer,
            EventLoop timer,
            EventLoop copier,
            EventLoop deciding,
            RemotingClient client) {
        static Threads start(NameServerConfig config, Clock clock) throws IOException {
            EventLoop timer = new EventLoop("timer");
            NameServerMetrics metrics = new NameServerMetrics();
            Vitals vitals = new Vitals();
            HttpEndpoint http = null;
            try {
                http = HttpSetup.start(config, metrics.registry(), vitals, timer, clock);
                RemotingClient client = new RemotingClient("notify", RemotingSetup.ofClient(config), clock, timer);
                return new Threads(
                        metrics,
                        vitals,
                        http,
                        new EventLoop("routes"),
                        timer,
                        new EventLoop("route-copy"),
                        new EventLoop("fences"),
                        client);
            } catch (IOException | RuntimeException failure) {
                end(http, timer);
                throw failure;
            }
        }

        void close() {
            client.close();
            copier.close();
            deciding.close();
            writer.close();
            end(http, timer);
        }

        private static void end(@Nullable HttpEndpoint http, EventLoop timer) {
            if (http != null) {
                http.close();
            }
            timer.close();
        }
    }

    /** What the route writer asks for; hands over and returns. */
    private final class Effects implements RouteEffects {
        @Override
        public void minBrokerIdChanged(MinBrokerIdChange change) {
            NotifyMinBrokerIdChange news = new NotifyMinBrokerIdChange(
                    change.minBrokerId(),
                    null,
                    change.minBrokerAddress(),
                    change.offlineBrokerAddress(),
                    change.haBrokerAddress());
            for (String receiver : change.receivers()) {
                tell(receiver, news);
            }
        }

        private void tell(String receiver, NotifyMinBrokerIdChange news) {
            CompletableFuture<Void> unused = client.notify(receiver, news).whenComplete((done, failure) -> {
                if (failure != null && notNotified.allows()) {
                    LOG.warn(
                            "broker not notified address=[{}] reason=[{}]",
                            Quoted.bounded(receiver),
                            Quoted.bounded(String.valueOf(failure.getMessage())));
                }
            });
        }

        @Override
        public void closeSilentConnection(long connectionId) {
            connections.close(connectionId);
        }

        @Override
        public void follow(long connectionId) {
            probes.follow(connectionId);
        }

        @Override
        public void ask(long connectionId) {
            probes.ask(connectionId, routes::answered);
        }

        @Override
        public long heardNanos(long connectionId, long otherwise) {
            return probes.heardNanos(connectionId, otherwise);
        }
    }
}
