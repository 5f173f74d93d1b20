package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.http.HttpEndpoint;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a whole name server answers over HTTP in each state of its life. */
@Timeout(60)
class EndpointTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void aServerThatStartsIsHealthyAndNotReady() throws Exception {
        NameServerConfig config =
                NameServerConfig.reader().flags(Map.of("metricsPort", "0")).build();
        EventLoop timer = new EventLoop("test");
        try (HttpEndpoint endpoint =
                HttpSetup.start(config, new PrometheusRegistry(), new Vitals(), timer, Clock.system())) {
            String url = Objects.requireNonNull(endpoint).url();
            assertThat(get(url, "/healthz").statusCode()).isEqualTo(200);
            HttpResponse<String> ready = get(url, "/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).startsWith("starting: ");
        } finally {
            timer.close();
        }
    }

    @Test
    void aServerThatAnswersIsHealthyAndReadyAndShowsWhatItCounts() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            String url = rig.start().metricsUrl().orElseThrow();
            rig.call(new GetRouteInfo("nobody", true, false, null));

            assertThat(url).isEqualTo("http://127.0.0.1:" + URI.create(url).getPort());
            assertThat(get(url, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(url, "/healthz").body()).isEqualTo("ok\n");
            assertThat(get(url, "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(url, "/readyz").body()).isEqualTo("ready\n");
            assertThat(get(url, "/metrics").body()).contains("pharos_connections 1.0\n");
        }
    }

    @Test
    void aServerThatWithholdsItsAnswersSaysForHowLong() throws Exception {
        try (NameServerRig rig =
                new NameServerRig(folder, "needWaitForService", "true", "waitSecondsForService", "3600")) {
            String url = rig.start().metricsUrl().orElseThrow();

            HttpResponse<String> ready = get(url, "/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body())
                    .matches("route queries are not answered for another 3[56]\\d\\d s, but for .*needWaitForService is"
                            + " true\n");
            assertThat(get(url, "/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerThatStopsSaysSoUntilAllElseIsClosed() throws Exception {
        try (NameServerRig rig =
                new NameServerRig(folder, "enableShutdownGracefully", "true", "shutdownWaitTimeSeconds", "2")) {
            String url = rig.start().metricsUrl().orElseThrow();
            int port = rig.server().port();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(rig.server()::close);

            Awaitility.await().until(() -> get(url, "/readyz").statusCode() == 503);
            assertThat(get(url, "/readyz").body()).startsWith("stopping: ");
            Awaitility.await().until(() -> isRefused(port));
            assertThat(get(url, "/healthz").statusCode()).isEqualTo(200);
            stop.get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> get(url, "/readyz")).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "metricsPort", "-1")) {
            assertThat(rig.start().metricsUrl()).isEmpty();
        }
    }

    @Test
    void aTakenPortEndsTheStartWithTheRemedyAndLeavesNothingBehind() throws Exception {
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        String port = Integer.toString(other.getLocalPort());
        try (NameServerRig rig = new NameServerRig(folder, "metricsPort", port)) {
            assertThatThrownBy(rig::start)
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + port + ": address in use; stop the other process or"
                            + " choose another metricsPort, or switch the metrics endpoint off with metricsPort=-1");
            other.close();
            assertThat(rig.start().metricsUrl()).hasValue("http://127.0.0.1:" + port);
        }
    }

    private static boolean isRefused(int port) throws IOException {
        try {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return false;
        } catch (ConnectException refused) {
            return true;
        }
    }

    private HttpResponse<String> get(String url, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
