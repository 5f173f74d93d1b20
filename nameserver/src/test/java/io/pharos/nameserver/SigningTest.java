package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.InvalidConfig;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.auth.SignedRequest;
import io.pharos.protocol.extension.ListFences;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetNamesrvConfig;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.TlsClientConfig;
import io.pharos.testkit.TestCertificate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signed requests to a whole name server. */
class SigningTest {
    private static final Credential OPS = new Credential("ops", "hush-1");
    private static final Credential BROKERS = new Credential("brokers", "hush-2");
    private static final Credential FORGED = new Credential("ops", "guess");
    private static final TopicRoute EXTRA =
            new TopicRoute(List.of(), List.of(new QueueData("a", 4, 4, 6, 0)), Map.of(), null, null);
    private static final PutKvConfig PUT = new PutKvConfig("space", "key", "value");

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void whatOperatorsDoMustBeSignedWhereThatIsAskedFor() throws Exception {
        try (NameServerRig rig = rig("operatorSigned", "true")) {
            rig.start();
            refused(rig, PUT, "it is not signed, and operatorSigned=true of the name server asks for it");
            refused(rig, new SignedRequest(PUT, FORGED), "accessKey[ops] is unknown or the signature is wrong");
            refused(
                    rig,
                    new SignedRequest(PUT, new Credential("nobody", "x")),
                    "accessKey[nobody] is unknown or the signature is wrong");
            refused(
                    rig,
                    new SignedRequest(PUT, BROKERS),
                    "accessKey[brokers] may not sign requests of the plane operator; add it to its planes");
            assertThat(rig.call(new GetKvConfig("space", "key")).code()).isEqualTo(ResponseCode.QUERY_NOT_FOUND);

            assertThat(rig.call(new SignedRequest(PUT, OPS)).code()).isZero();
            assertThat(rig.call(new GetKvConfig("space", "key")).code()).isZero();
            assertThat(rig.metric("pharos_requests_not_allowed_total")).isEqualTo(4);
        }
    }

    @Test
    void eachPlaneAsksForItself() throws Exception {
        try (NameServerRig rig = rig("clientSigned", "true", "brokerSigned", "true")) {
            rig.start();
            refused(rig, new GetRouteInfo("orders", true, false, null), "clientSigned=true");
            assertThat(rig.call(new SignedRequest(new GetRouteInfo("orders", true, false, null), OPS))
                            .code())
                    .isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
            refused(rig, RevisionTest.registration(), "brokerSigned=true");
            assertThat(rig.call(new SignedRequest(RevisionTest.registration(), BROKERS))
                            .code())
                    .isZero();
            assertThat(rig.call(PUT).code()).isZero();
        }
    }

    @Test
    void aCredentialIsInTheFenceThatItSetsAlsoWhereNoneIsAskedFor() throws Exception {
        try (NameServerRig rig = rig()) {
            rig.start();
            RevisionTest.register(rig);
            assertThat(rig.call(new SignedRequest(new WipeWritePermission("a"), OPS))
                            .code())
                    .isZero();
            assertThat(text(rig.call(new ListFences()))).contains("\"credential\":\"ops\"");
        }
    }

    @Test
    void aBrokerThatRegistersWithACredentialOwnsItsName() throws Exception {
        try (NameServerRig rig = rig()) {
            rig.start();
            assertThat(rig.call(new SignedRequest(RevisionTest.registration(), BROKERS))
                            .code())
                    .isZero();
            UnregisterBroker farewell = new UnregisterBroker("a", "a:1", "c", 0);
            for (Request foreign : new Request[] {
                RevisionTest.registration(),
                new SignedRequest(RevisionTest.registration(), OPS),
                new BrokerHeartbeat("c", "a:1", "a"),
                new QueryDataVersion("a", "a:1", "c", 0, ByteBuffer.allocate(0)),
                new RegisterTopic("extra", ByteBuffer.wrap(RouteCodec.encode(EXTRA, JsonDialect.STANDARD))),
                farewell,
                new SignedRequest(farewell, FORGED)
            }) {
                refused(rig, foreign, "the broker name[a] belongs to another credential");
            }
            assertThat(rig.call(new SignedRequest(farewell, BROKERS)).code()).isZero();
        }
    }

    @Test
    void aCredentialThatIsNotForBrokersOwnsNoBrokersName() throws Exception {
        try (NameServerRig rig = rig()) {
            rig.start();
            Credential app = new Credential("app", "hush-3");
            assertThat(rig.call(new SignedRequest(RevisionTest.registration(), app))
                            .code())
                    .isZero();
            assertThat(rig.call(RevisionTest.registration()).code()).isZero();
            assertThat(rig.call(new SignedRequest(RevisionTest.registration(), BROKERS))
                            .code())
                    .isZero();
            refused(rig, new SignedRequest(RevisionTest.registration(), app), "belongs to another credential");
        }
    }

    @Test
    void aNewSecretHoldsWithoutARestart() throws Exception {
        try (NameServerRig rig = rig("operatorSigned", "true")) {
            rig.start();
            credentials("guess");
            await().untilAsserted(() ->
                    assertThat(rig.call(new SignedRequest(PUT, FORGED)).code()).isZero());
            refused(rig, new SignedRequest(PUT, OPS), "the signature is wrong");
        }
    }

    @Test
    void noAnswerShowsASecret() throws Exception {
        try (NameServerRig rig = rig("operatorSigned", "true")) {
            rig.start();
            assertThat(text(rig.call(new GetNamesrvConfig())))
                    .contains("credentialsFile=")
                    .doesNotContain("hush");
        }
    }

    @Test
    void settingsThatDoNotGoTogetherEndTheStart() {
        assertThatThrownBy(() -> config("operatorSigned", "true")).hasMessageContaining("needs credentialsFile");
        assertThatThrownBy(() -> config("peerAccessKey", "ops")).hasMessageContaining("needs credentialsFile");
        assertThatThrownBy(() -> config("operatorSigned", "true", "credentialsFile", "x", "peers", "b:9876"))
                .hasMessageContaining("operatorSigned=true with peers needs peerAccessKey");
        assertThatThrownBy(() -> config("operatorCertificates", "alice"))
                .hasMessageContaining("operatorCertificates needs certificates that are verified");
        assertThatThrownBy(() -> {
                    try (NameServerRig rig = rig("peerAccessKey", "other")) {
                        rig.start();
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("peerAccessKey=other is not in the credentialsFile");
    }

    @Test
    void aCertificateOfAListedNameIsAskedFor() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server");
        TestCertificate alice = TestCertificate.create(folder, "alice");
        TestCertificate bob = TestCertificate.create(folder, "bob");
        Path trusted = Files.writeString(
                folder.resolve("trusted.pem"),
                Files.readString(alice.certificate()) + Files.readString(bob.certificate()));
        try (NameServerRig rig = rig(
                "operatorCertificates", "carol; alice",
                "tls.server.mode", "permissive",
                "tls.server.need.client.auth", "optional",
                "tls.server.authClient", "true",
                "tls.server.trustCertPath", trusted.toString(),
                "tls.server.certPath", server.certificate().toString(),
                "tls.server.keyPath", server.key().toString())) {
            rig.start();
            refused(rig, PUT, "no certificate was shown, and operatorCertificates of the name server asks for another");
            assertThat(over(rig, TlsClientConfig.trustingAnybody()).remark()).contains("no certificate was shown");
            assertThat(over(rig, TlsClientConfig.trustingAnybody().withCertificate(bob.certificate(), bob.key()))
                            .remark())
                    .contains("the certificate shown names [bob]");
            assertThat(over(rig, TlsClientConfig.trustingAnybody().withCertificate(alice.certificate(), alice.key()))
                            .code())
                    .isZero();
        }
    }

    private static Command over(NameServerRig rig, TlsClientConfig tls) throws Exception {
        try (EventLoop timer = new EventLoop("tls");
                RemotingClient client =
                        new RemotingClient("tls", RemotingClientConfig.DEFAULT.withTls(tls), Clock.system(), timer)) {
            return client.call(rig.server().address(), PUT, PATIENCE).get();
        }
    }

    private static void refused(NameServerRig rig, Request request, String why) throws Exception {
        Command answer = rig.call(request);
        assertThat(answer.code()).isEqualTo(ResponseCode.NO_PERMISSION);
        assertThat(answer.remark())
                .startsWith(request.spec().name() + " refused: ")
                .contains(why);
    }

    private NameServerRig rig(String... keysAndValues) throws IOException {
        String[] all = Arrays.copyOf(keysAndValues, keysAndValues.length + 2);
        all[keysAndValues.length] = "credentialsFile";
        all[keysAndValues.length + 1] = credentials("hush-1").toString();
        return new NameServerRig(folder.resolve("data"), all);
    }

    private Path credentials(String secretOfOps) throws IOException {
        Path file = folder.resolve("credentials.json");
        Files.writeString(file, """
                {"credentials": [
                  {"accessKey": "ops", "secretKey": "%s"},
                  {"accessKey": "brokers", "secretKey": "hush-2", "planes": ["broker"]},
                  {"accessKey": "app", "secretKey": "hush-3", "planes": ["client"]}
                ]}
                """.formatted(secretOfOps));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static NameServerConfig config(String... keysAndValues) throws InvalidConfig {
        Map<String, String> flags = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return NameServerConfig.reader().flags(flags).build();
    }

    private static String text(Command answer) {
        return StandardCharsets.UTF_8.decode(answer.body().duplicate()).toString();
    }
}
