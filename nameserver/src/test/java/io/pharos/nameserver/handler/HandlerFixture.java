package io.pharos.nameserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.FileOps;
import io.pharos.nameserver.access.Credentials;
import io.pharos.nameserver.access.Ownership;
import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.config.InvalidConfig;
import io.pharos.nameserver.config.LiveSettings;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.fellow.Fellows;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.fence.Fencing;
import io.pharos.nameserver.handler.RegistrationObserver.Outcome;
import io.pharos.nameserver.kv.KvStore;
import io.pharos.nameserver.route.ExplanationSources;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.watch.RouteWatch;
import io.pharos.nameserver.watch.WatchLimits;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Language;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.remoting.Connection;
import io.pharos.remoting.Dispatcher;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.RequestTable;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A name server's request table over real stores in a folder, and a peer to ask it. All runs on the test's thread. */
final class HandlerFixture implements RouteEffects {
    static final Duration COALESCING = Duration.ofMillis(20);

    private static final Duration SCAN = Duration.ofSeconds(1);

    final ManualClock clock = new ManualClock();
    final ManualScheduler scheduler = new ManualScheduler(clock);
    final List<Outcome> outcomes = new ArrayList<>();
    long registeredBytes;
    final List<LiveSettings> changes = new ArrayList<>();
    final Pool decoding = new Pool();
    final Pool admin = new Pool();
    final Pool watching = new Pool();
    final FakeConnection peer = new FakeConnection(1);
    final KvStore kv;
    final ConfigStore config;
    final Routes routes;
    final FenceStore fences;
    final Fellows fellows;
    final Map<String, Reply> answersOfFellows = new HashMap<>();
    final RouteWatch watch;
    final RequestTable table;
    private final Dispatcher dispatcher;

    HandlerFixture(Path folder, String... settings) throws IOException, InvalidConfig {
        Path file = folder.resolve("kvConfig.json");
        LogLimiter noise = new LogLimiter(clock, "requests", Duration.ofSeconds(10), 20);
        kv = KvStore.open(file, FileOps.system());
        Map<String, String> flags = new HashMap<>();
        flags.put("dataDir", folder.resolve("data").toString());
        for (int i = 0; i < settings.length; i += 2) {
            flags.put(settings[i], settings[i + 1]);
        }
        config = ConfigStore.open(NameServerConfig.reader().flags(flags).build(), FileOps.system(), noise);
        routes = new Routes(
                clock,
                Runnable::run,
                RouteSettings.DEFAULT,
                this,
                (route, strict) -> RouteCodec.encode(route, strict ? JsonDialect.STANDARD : JsonDialect.UNQUOTED_KEYS),
                1 << 20,
                "run");
        watch = new RouteWatch(
                routes,
                new WatchLimits(3, 5, 1 << 20, 1 << 20, COALESCING, Duration.ofSeconds(30)),
                1 << 20,
                clock,
                scheduler);
        routes.onChange(watch::changed);
        fences = FenceStore.open(folder.resolve("fences"), FileOps.system(), clock, "n1");
        fences.onChange(routes::fence);
        scheduler.every(SCAN, fences::tick);
        fellows = new Fellows(List.of("n2:9876"), this::askFellow, null, fences, routes, clock, Runnable::run);
        scheduler.every(SCAN, () -> routes.scan(SCAN));
        table = NameServerRequestTable.of(
                new NameServerRequestTable.Subjects(
                        routes,
                        kv,
                        config,
                        watch,
                        new Fencing(fences, routes, noise),
                        fellows,
                        new Sources(),
                        new Ownership(() -> Credentials.NONE)),
                new NameServerRequestTable.Pools(connection -> decoding, admin, watching),
                (outcome, bytes) -> {
                    outcomes.add(outcome);
                    registeredBytes += bytes;
                },
                changes::add,
                request -> null,
                noise);
        dispatcher = new Dispatcher(table, noise);
    }

    private CompletableFuture<Command> askFellow(String address, Request request) {
        Reply answer = answersOfFellows.get(address);
        return answer == null
                ? CompletableFuture.failedFuture(new IOException("no connection to " + address))
                : CompletableFuture.completedFuture(new Command(
                        answer.code(),
                        Language.JAVA,
                        Command.VERSION,
                        7,
                        1,
                        answer.remark(),
                        answer.ext(),
                        answer.body()));
    }

    Reply ask(Request request) {
        return ask(peer, Command.VERSION, request);
    }

    Reply ask(Connection from, int version, Request request) {
        return ask(from, version, request.spec().code(), request.toExt(), request.toBody());
    }

    /** Sends any fields under any code. */
    Reply ask(int code, ExtFields fields) {
        return ask(peer, Command.VERSION, code, fields, Command.NO_BODY);
    }

    private Reply ask(Connection from, int version, int code, ExtFields fields, ByteBuffer body) {
        Command command = new Command(code, Language.JAVA, version, 7, 0, null, fields, body.asReadOnlyBuffer());
        return dispatcher.dispatch(from, command).toCompletableFuture().join();
    }

    /** Registers a broker and expects success. */
    void register(RegisterBroker registration) {
        Reply answer = ask(registration);
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
    }

    /** Each of the fields is mandatory: without it the request is refused by its name, in the protocol's words. */
    void assertMandatory(Request request, String... fields) {
        RequestSpec<?> spec = request.spec();
        for (String field : fields) {
            Reply answer = ask(spec.code(), without(request.toExt(), field));
            assertRefused(answer, 1, spec.name() + ": header field " + field + " is missing; it is mandatory");
        }
    }

    static void assertRefused(Reply answer, int code, String remarkStart) {
        assertThat(answer.remark()).startsWith(remarkStart);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.ext().get("revision") != null).isEqualTo(code == ResponseCode.TOPIC_NOT_EXIST);
        assertThat(answer.ext().size()).isEqualTo(code == ResponseCode.TOPIC_NOT_EXIST ? 1 : 0);
        assertThat(answer.body().hasRemaining()).isFalse();
    }

    /** Success with nothing to say. */
    static void assertPlainSuccess(Reply answer) {
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
        assertThat(answer.remark()).isNull();
        assertThat(answer.ext().isEmpty()).isTrue();
        assertThat(answer.body().hasRemaining()).isFalse();
    }

    static ExtFields without(ExtFields fields, String field) {
        ExtFields.Builder rest = ExtFields.builder();
        fields.forEach((name, value) -> rest.put(name, name.equals(field) ? null : value));
        return rest.build();
    }

    static ExtFields with(ExtFields fields, String field, String value) {
        ExtFields.Builder changed = ExtFields.builder();
        without(fields, field).forEach(changed::put);
        return changed.put(field, value).build();
    }

    static String text(Reply answer) {
        return StandardCharsets.UTF_8.decode(answer.body().duplicate()).toString();
    }

    @Override
    public void minBrokerIdChanged(MinBrokerIdChange change) {
        throw new AssertionError("notifications are off: " + change);
    }

    @Override
    public void closeSilentConnection(long connectionId) {
        peer.close();
    }

    /** What explanations are given: the fences, and what tests say about addresses. */
    private final class Sources implements ExplanationSources {
        @Override
        public @Nullable Decision fence(FenceKey key) {
            return fences.holds(key) ? fences.get(key) : null;
        }

        @Override
        public @Nullable String peer(long connectionId) {
            return connectionId == peer.id() ? peer.peer() : null;
        }

        @Override
        public @Nullable String refusedBy(String address) {
            return address.startsWith("10.") ? "clientAllow" : null;
        }
    }

    /** Runs tasks at once, unless it is full. */
    static final class Pool implements Executor {
        boolean full;

        @Override
        public void execute(Runnable task) {
            if (full) {
                throw new RejectedExecutionException("full");
            }
            task.run();
        }
    }
}
