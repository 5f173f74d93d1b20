package io.pharos.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.NameServer;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RemotingServer;
import io.pharos.remoting.RemotingServerConfig;
import io.pharos.remoting.RequestTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command against a name server in this process. */
@Timeout(60)
class ExplainCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final EventLoop timer = new EventLoop("test-timer");
    private RemotingClient client;
    private NameServer server;

    @BeforeEach
    void start() throws Exception {
        client = new RemotingClient("test", RemotingClientConfig.DEFAULT, Clock.system(), timer);
        server = NameServer.start(
                NameServerConfig.reader()
                        .flags(Map.of(
                                "bindAddress", "127.0.0.1",
                                "listenPort", "0",
                                "metricsPort", "-1",
                                "clientAllow", "127.0.0.0/8",
                                "dataDir", folder.toString()))
                        .build(),
                Clock.system());
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
        timer.close();
    }

    @Test
    void aRequestIsSignedWithTheCredentialOfAFile() throws Exception {
        Path one = credentials("one.json", "{\"credentials\": [{\"accessKey\": \"me\", \"secretKey\": \"x\"}]}");
        server.close();
        server = NameServer.start(
                NameServerConfig.reader()
                        .flags(Map.of(
                                "bindAddress", "127.0.0.1",
                                "listenPort", "0",
                                "metricsPort", "-1",
                                "clientSigned", "true",
                                "credentialsFile", one.toString(),
                                "dataDir", folder.resolve("signed").toString()))
                        .build(),
                Clock.system());

        assertThat(explain("orders").err()).contains("it is not signed, and clientSigned=true");
        assertThat(explain("orders", "--credentials", one.toString()).out()).startsWith("orders: not found");
        Path two = credentials("two.json", "{\"credentials\": []}");
        assertThat(explain("orders", "--credentials", two.toString()).err()).contains("has 0 credentials");
        assertThat(explain("orders", "--credentials", folder.resolve("none").toString())
                        .err())
                .contains("is not there");
    }

    private Path credentials(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aFencedTopicIsShownForPeople() throws Exception {
        register("a", "orders");
        call(new SetFence(null, "a", null, "dr\u202eain", null));

        Outcome outcome = explain("orders");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        String[] lines = outcome.out().split("\n", -1);
        assertThat(lines[0]).isEqualTo("orders: found (code 0)");
        assertThat(lines[1])
                .isEqualTo("1 broker has it; producers write to 0, not to others: a fence of the broker (1)");
        assertThat(lines[2])
                .isEqualTo(
                        "broker a (c1): not written to, registered rw (6), answered r- (4), queues 4 to read, 4 to write");
        assertThat(lines[3]).isEqualTo("  writes stopped by broker fence");
        assertThat(lines[4]).startsWith("  fence of broker[a] of cluster[c1]: dr?ain, by 127.0.0.1:");
        assertThat(lines[5])
                .matches("  0 10\\.0\\.0\\.1:10911: live, last registration or heartbeat [0-9.]+ s ago, removed"
                        + " in [0-9.]+ s without another, connection [0-9]+ from 127\\.0\\.0\\.1:[0-9]+");
        assertThat(lines[6]).startsWith("revision ");
    }

    @Test
    void theAnswerIsPrintedAsItIsForPrograms() throws Exception {
        register("a", "orders");

        Outcome outcome = explain("orders", "--json", "--zone", "z1", "--client", "127.0.0.1");

        assertThat(outcome.code()).isZero();
        RouteExplanation read =
                RouteExplanation.decode(ByteBuffer.wrap(outcome.out().strip().getBytes(StandardCharsets.UTF_8)));
        assertThat(read.question().zone()).isEqualTo("z1");
        assertThat(read.question().clientAddress()).isEqualTo("127.0.0.1");
        assertThat(read.brokers()).hasSize(1);
    }

    @Test
    void whoGetsNoRouteIsAnotherExitCode() throws Exception {
        assertThat(explain("orders").code()).isEqualTo(1);
        assertThat(explain("orders").out()).startsWith("orders: not found (code 17)\nno broker has registered");
        register("a", "orders");
        Outcome refused = explain("orders", "--client", "192.0.2.1:7");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).startsWith("orders: not allowed (code 16)\n").contains("(clientAllow)");
    }

    @Test
    void aNameServerThatRefusesIsQuoted() {
        Outcome outcome = explain("orders", "--client", "nobody\n");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("pharos explain: 127.0.0.1:")
                .contains("clientAddress is [nobody?]; it must be 10.1.2.3")
                .hasLineCount(1);
    }

    @Test
    void aNameServerThatDoesNotKnowTheRequestIsNoPharos() throws Exception {
        try (RemotingServer stock = RemotingServer.builder(
                        RemotingServerConfig.builder()
                                .bindAddress("127.0.0.1")
                                .listenPort(0)
                                .build(),
                        RequestTable.builder().build(),
                        Clock.system(),
                        timer)
                .name("stock")
                .start()) {
            Outcome outcome = explainAt("127.0.0.1:" + stock.port(), "orders");
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains("does not know EXPLAIN_ROUTE; it is not Pharos");
        }
    }

    @Test
    void nobodyThereIsSaidWithTheAddress() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Outcome outcome = explainAt("127.0.0.1:" + port, "orders");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("pharos explain: no answer from name server 127.0.0.1:" + port + " (")
                .endsWith("see that it runs there, or name another one with -n")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "explain, Missing required parameter",
        "explain orders bills, bills",
        "explain orders --zoned x, --zoned",
        "explain orders -n nowhere, [nowhere] must be HOST:PORT of one name server",
        "explain orders -n a:1;b:2, [a:1;b:2] must be HOST:PORT of one name server",
    })
    void aBadOptionIsNoAnswer(String arguments, String named) {
        Outcome outcome = run(arguments.split(" ", -1));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(named).endsWith("see 'pharos explain --help'");
    }

    private void register(String name, String topic) throws Exception {
        Registration registration = new Registration(
                new DataVersion(0, 1, 1),
                Map.of(topic, new TopicConfig(topic, 4, 4, 6, 0, false, "SINGLE_TAG", Map.of())),
                Map.of(),
                null);
        call(new RegisterBroker(
                name,
                "10.0.0.1:10911",
                "c1",
                "10.0.0.1:10912",
                0,
                null,
                false,
                false,
                0,
                null,
                ByteBuffer.wrap(RegistrationCodec.encodePlain(registration, 0))));
    }

    private void call(Request request) throws Exception {
        Command answer = client.call(server.address(), request, PATIENCE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
    }

    private Outcome explain(String topic, String... options) {
        return explainAt(server.address(), topic, options);
    }

    private static Outcome explainAt(String address, String topic, String... options) {
        String[] arguments = new String[4 + options.length];
        arguments[0] = "explain";
        arguments[1] = topic;
        arguments[2] = "-n";
        arguments[3] = address;
        System.arraycopy(options, 0, arguments, 4, options.length);
        return run(arguments);
    }

    private static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Outcome(code, out.toString(), err.toString().strip());
    }

    private record Outcome(int code, String out, String err) {}
}
