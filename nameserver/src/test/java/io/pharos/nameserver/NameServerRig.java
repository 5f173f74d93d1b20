package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A whole name server on loopback with its data in a folder, which can be restarted, and a client. */
final class NameServerRig implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EventLoop timer = new EventLoop("test");
    private final RemotingClient client;
    private final Map<String, String> settings = new HashMap<>();
    private @Nullable NameServer server;

    NameServerRig(Path folder, String... keysAndValues) throws IOException {
        client = new RemotingClient("test", RemotingClientConfig.DEFAULT, Clock.system(), timer);
        settings.put("bindAddress", "127.0.0.1");
        settings.put("listenPort", "0");
        settings.put("metricsPort", "0");
        settings.put("dataDir", folder.toString());
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(keysAndValues[i], keysAndValues[i + 1]);
        }
    }

    NameServer start() throws Exception {
        NameServer started =
                NameServer.start(NameServerConfig.reader().flags(settings).build(), Clock.system());
        server = started;
        return started;
    }

    void restart() throws Exception {
        server().close();
        start();
    }

    NameServer server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    Command call(Request request) throws Exception {
        return send(request).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    CompletableFuture<Command> send(Request request) {
        return client.call(server().address(), request, PATIENCE);
    }

    /** Ends the connection that calls went over, and with it the brokers that registered by them. */
    void closeClient() {
        client.close();
    }

    /** The sum of a metric's values that have all of these labels, name before value; -1 when there is none. */
    double metric(String name, String... labels) throws Exception {
        return scrape().sum(name, labels);
    }

    /** What the server shows now over HTTP. */
    Scrape scrape() throws Exception {
        return Scrape.of(server().metricsUrl().orElseThrow());
    }

    @Override
    public void close() {
        client.close();
        if (server != null) {
            server.close();
        }
        timer.close();
    }
}
