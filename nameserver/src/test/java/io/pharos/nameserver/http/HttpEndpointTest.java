package io.pharos.nameserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.remoting.BindFailed;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint over real HTTP, apart from what a name server shows by it. */
@Timeout(60)
class HttpEndpointTest {
    private static final BindFailed.Setting KEYS = new BindFailed.Setting("metricsAddress", "metricsPort", ", or none");
    private static final int WORKERS = 2;

    private final EventLoop timer = new EventLoop("test");
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final List<HttpEndpoint> endpoints = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Check.Verdict readiness = Check.Verdict.good("ready");

    @AfterEach
    void closeAll() {
        endpoints.forEach(HttpEndpoint::close);
        timer.close();
    }

    @Test
    void metricsAreShownInTheFormThatIsAskedFor() throws Exception {
        Counter counter = Counter.builder().name("apples_total").help("Apples.").register(registry);
        counter.inc(3);
        HttpEndpoint endpoint = start(Duration.ofSeconds(5));

        HttpResponse<String> plain = get(endpoint, "/metrics");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(plain.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(plain.body()).contains("# TYPE apples_total counter", "apples_total 3.0");
        HttpResponse<byte[]> zipped = client.send(
                request(endpoint, "/metrics")
                        .header("Accept", "application/openmetrics-text; version=1.0.0")
                        .header("Accept-Encoding", "deflate, gzip;q=0.5")
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(new String(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes(), UTF_8))
                .contains("apples_total 3.0")
                .endsWith("# EOF\n");
        HttpResponse<String> unwanted = client.send(
                request(endpoint, "/metrics")
                        .header("Accept-Encoding", "gzip;q=0, br")
                        .build(),
                BodyHandlers.ofString());
        assertThat(unwanted.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    void whatIsNotReadySaysWhy() throws Exception {
        HttpEndpoint endpoint = start(Duration.ofSeconds(5));
        assertThat(get(endpoint, "/readyz").statusCode()).isEqualTo(200);
        assertThat(get(endpoint, "/readyz").body()).isEqualTo("ready\n");
        assertThat(get(endpoint, "/healthz").body()).isEqualTo("ok\n");

        readiness = Check.Verdict.bad("the cat sleeps");

        assertThat(get(endpoint, "/readyz").statusCode()).isEqualTo(503);
        assertThat(get(endpoint, "/readyz").body()).isEqualTo("the cat sleeps\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics/", "/metrics2", "/metrics/../healthz", "/%2e%2e/etc/passwd"})
    void anyOtherPathIsNotFound(String path) throws Exception {
        HttpResponse<String> answer = get(start(Duration.ofSeconds(5)), path);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("not found; there are /metrics, /healthz and /readyz\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"})
    void onlyGetAndHeadAreAnswered(String method) throws Exception {
        HttpEndpoint endpoint = start(Duration.ofSeconds(5));
        for (String path : List.of("/metrics", "/healthz", "/readyz")) {
            HttpResponse<String> answer = client.send(
                    request(endpoint, path)
                            .method(method, BodyPublishers.ofString("x"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
            assertThat(answer.body()).isEqualTo("method not allowed; send GET or HEAD\n");
        }
    }

    @Test
    void headIsAnsweredWithoutABody() throws Exception {
        HttpEndpoint endpoint = start(Duration.ofSeconds(5));
        for (String path : List.of("/metrics", "/healthz", "/readyz")) {
            HttpResponse<String> answer = client.send(
                    request(endpoint, path)
                            .method("HEAD", BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void aMetricThatCannotBeCollectedIsNoStackTraceForTheAsker() throws Exception {
        GaugeWithCallback.builder()
                .name("broken")
                .callback(callback -> {
                    throw new IllegalStateException("secret detail");
                })
                .register(registry);

        HttpResponse<String> answer = get(start(Duration.ofSeconds(5)), "/metrics");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("the log").doesNotContain("secret", "Exception");
    }

    @Test
    void aPeerThatSendsItsRequestSlowlyIsCutOff() throws Exception {
        HttpEndpoint endpoint = start(Duration.ofMillis(300));
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 3 * WORKERS; i++) {
            Socket socket = connect(endpoint);
            socket.getOutputStream().write("GET /metr".getBytes(UTF_8));
            slow.add(socket);
        }

        assertThat(get(endpoint, "/healthz").body()).isEqualTo("ok\n");
        for (Socket socket : slow) {
            assertThat(isEnded(socket)).isTrue();
            socket.close();
        }
        assertThat(get(endpoint, "/readyz").body()).isEqualTo("ready\n");
    }

    @Test
    void aPeerThatDoesNotTakeItsAnswerIsCutOff() throws Exception {
        Info.builder().name("big_info").labelNames("text").register(registry).setLabelValues("x".repeat(16 << 20));
        HttpEndpoint endpoint = start(Duration.ofMillis(500));
        for (int i = 0; i < WORKERS; i++) {
            Socket socket = connect(endpoint);
            socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }

        assertThat(get(endpoint, "/healthz").body()).isEqualTo("ok\n");
    }

    @Test
    void aPortThatIsTakenIsNamedWithTheRemedy() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> start(new HttpEndpoint.Setup("127.0.0.1", port, KEYS, Duration.ofSeconds(5))))
                    .isInstanceOf(BindFailed.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + port
                            + ": address in use; stop the other process or choose another metricsPort, or none");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere.invalid", "192.0.2.1"})
    void anAddressOfAnotherMachineOrOfNoneIsNamed(String host) {
        assertThatThrownBy(() -> start(new HttpEndpoint.Setup(host, 0, KEYS, Duration.ofSeconds(5))))
                .isInstanceOf(BindFailed.class)
                .hasMessageStartingWith("cannot listen on " + host + ":0: address not available (")
                .hasMessageEndingWith("); choose a metricsAddress of this machine, or none");
    }

    @Test
    void theAddressOfIpVersion6IsBracketed() throws IOException {
        HttpEndpoint endpoint = start(new HttpEndpoint.Setup("::1", 0, KEYS, Duration.ofSeconds(5)));

        assertThat(endpoint.url()).isEqualTo("http://[::1]:" + endpoint.port());
    }

    @Test
    void afterItsEndNothingOfItIsLeft() throws Exception {
        HttpEndpoint endpoint = start(Duration.ofSeconds(5));
        assertThat(get(endpoint, "/healthz").statusCode()).isEqualTo(200);
        int port = endpoint.port();

        endpoint.close();

        HttpEndpoint next = start(new HttpEndpoint.Setup("127.0.0.1", port, KEYS, Duration.ofSeconds(5)));
        next.close();
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("http-") || name.startsWith("HTTP-Dispatcher")));
    }

    private HttpEndpoint start(Duration patience) throws IOException {
        return start(new HttpEndpoint.Setup("127.0.0.1", 0, KEYS, patience));
    }

    private HttpEndpoint start(HttpEndpoint.Setup setup) throws IOException {
        HttpEndpoint endpoint = HttpEndpoint.start(
                setup, registry, () -> Check.Verdict.good("ok"), () -> readiness, timer, Clock.system());
        endpoints.add(endpoint);
        return endpoint;
    }

    private HttpResponse<String> get(HttpEndpoint endpoint, String path) throws Exception {
        return client.send(request(endpoint, path).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(HttpEndpoint endpoint, String path) {
        return HttpRequest.newBuilder(URI.create(endpoint.url() + path)).timeout(Duration.ofSeconds(20));
    }

    private static Socket connect(HttpEndpoint endpoint) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port()));
        return socket;
    }

    /** Whether the other side closes, in an orderly way or not. */
    private static boolean isEnded(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            return in.read() == -1;
        } catch (java.net.SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
