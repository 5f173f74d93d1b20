package io.pharos.client.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.NameServer;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RequestTable;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watcher against name servers behind real sockets. */
class RealServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EventLoop timer = new EventLoop("watcher-timer");
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<NameServer> servers = new ArrayList<>();
    private final List<RouteWatcher> watchers = new ArrayList<>();
    private final RoutePushes pushes = new RoutePushes();

    private @Nullable Credential signer;

    @TempDir
    private Path folder;

    private RemotingClient watching;
    private RemotingClient broker;

    @BeforeEach
    void open() throws Exception {
        watching = new RemotingClient(
                "watcher",
                RemotingClientConfig.DEFAULT,
                pushes.enterInto(RequestTable.builder()).build(),
                List.of(pushes),
                Clock.system(),
                timer);
        broker = new RemotingClient("broker", RemotingClientConfig.DEFAULT, Clock.system(), timer);
    }

    @AfterEach
    void close() {
        watchers.forEach(RouteWatcher::close);
        watching.close();
        broker.close();
        servers.forEach(NameServer::close);
        timer.close();
    }

    @Test
    void changesAreHeardThroughLossesOfServers() throws Exception {
        NameServer first = start("first", 0);
        NameServer second = start("second", 0);
        RouteWatcher watcher = watcher(first, second);
        watcher.watch("orders");
        assertThat(next()).isEqualTo("orders absent");
        register(first, 4);
        register(second, 4);
        assertThat(next()).isEqualTo("orders 4");

        first.close();
        register(second, 8);
        assertThat(next()).isEqualTo("orders 8");

        int port = second.port();
        second.close();
        register(start("second", port), 16);
        assertThat(nextOtherThan("orders 8", "orders absent")).isEqualTo("orders 16");
    }

    @Test
    void theEndOfABrokerIsHeardAndSoIsItsReturn() throws Exception {
        NameServer server = start("one", 0);
        RouteWatcher watcher = watcher(server);
        register(server, 4);
        watcher.watch("orders");
        assertThat(next()).isEqualTo("orders 4");
        broker.close();
        assertThat(next()).isEqualTo("orders absent");
        broker = new RemotingClient("broker", RemotingClientConfig.DEFAULT, Clock.system(), timer);
        register(server, 4);
        assertThat(next()).isEqualTo("orders 4");
    }

    @Test
    void aServerThatAsksForSignaturesIsWatchedWithThem() throws Exception {
        Path file = Files.writeString(
                folder.resolve("credentials.json"),
                "{\"credentials\": [{\"accessKey\": \"app\", \"secretKey\": \"hush\"}]}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        NameServer server = start("signed", 0, "clientSigned", "true", "credentialsFile", file.toString());
        signer = new Credential("app", "hush");
        RouteWatcher watcher = watcher(server);
        watcher.watch("orders");
        assertThat(next()).isEqualTo("orders absent");
        register(server, 4);
        assertThat(next()).isEqualTo("orders 4");
    }

    @Test
    void whatIsRefusedIsPolled() throws Exception {
        NameServer server = start("small", 0, "watchMaxTopicsPerConnection", "1");
        RouteWatcher watcher = watcher(server);
        watcher.watch("orders");
        assertThat(next()).isEqualTo("orders absent");
        watcher.watch("bills");
        assertThat(next()).isEqualTo("bills absent");
        register(server, 4);
        await().atMost(PATIENCE).until(() -> heard.contains("orders 4"));
    }

    private NameServer start(String name, int port, String... settings) throws Exception {
        Map<String, String> flags = new HashMap<>(Map.of(
                "bindAddress",
                "127.0.0.1",
                "listenPort",
                Integer.toString(port),
                "metricsPort",
                "0",
                "dataDir",
                folder.resolve(name).toString()));
        for (int i = 0; i < settings.length; i += 2) {
            flags.put(settings[i], settings[i + 1]);
        }
        NameServer server =
                NameServer.start(NameServerConfig.reader().flags(flags).build(), Clock.system());
        servers.add(server);
        return server;
    }

    private RouteWatcher watcher(NameServer... used) {
        WatcherSettings settings = new WatcherSettings(
                Stream.of(used).map(NameServer::address).toList(),
                Duration.ofSeconds(3),
                Duration.ofMillis(200),
                Duration.ofMillis(100),
                10_000,
                Duration.ofMillis(100),
                signer);
        RouteWatcher watcher =
                new RouteWatcher(watching::connect, pushes, settings, this::changed, timer, new Random(1));
        watchers.add(watcher);
        return watcher;
    }

    private void changed(String topic, @Nullable TopicRoute route) {
        heard.add(
                topic + " " + (route == null ? "absent" : route.queues().get(0).readQueues()));
    }

    private String next() throws Exception {
        return Objects.requireNonNull(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS), "nothing was heard");
    }

    private String nextOtherThan(String... others) throws Exception {
        String news = next();
        while (List.of(others).contains(news)) {
            news = next();
        }
        return news;
    }

    private void register(NameServer server, int queues) throws Exception {
        Registration topics = new Registration(
                new DataVersion(0, queues, queues),
                Map.of("orders", new TopicConfig("orders", queues, queues, 6, 0, false, "SINGLE_TAG", Map.of())),
                Map.of(),
                List.of());
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodePlain(topics, 0));
        assertThat(broker.call(
                                server.address(),
                                new RegisterBroker("a", "a:1", "c", "a:2", 0, null, null, false, 0, null, body),
                                PATIENCE)
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .code())
                .isZero();
    }
}
