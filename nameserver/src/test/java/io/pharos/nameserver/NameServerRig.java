package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
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

    /** The value of a gauge or the sum of a counter; -1 when there is none of that name. */
    double metric(String name) {
        double sum = -1;
        for (MetricSnapshot snapshot : server().metrics().scrape()) {
            boolean named = name.equals(snapshot.getMetadata().getPrometheusName())
                    || name.equals(snapshot.getMetadata().getPrometheusName() + "_total");
            if (named && snapshot instanceof GaugeSnapshot gauge) {
                sum = gauge.getDataPoints().get(0).getValue();
            } else if (named && snapshot instanceof CounterSnapshot counter) {
                sum = counter.getDataPoints().stream()
                        .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                        .sum();
            }
        }
        return sum;
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
