package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.MqAdmin;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.StockBroker;
import io.pharos.interop.peer.StockProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The original's broker, command line and producer sign as they do, at a name server that asks for it on all planes. */
class SignedPeersTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    private static final int NO_PERMISSION = 16;

    private static final Lab LAB = new Lab(SignedPeersTest.class);

    @TempDir
    private static Path folder;

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void whoSignsRightIsServedAndWhoDoesNotIsToldWhy() throws IOException {
        Path file = Files.writeString(folder.resolve("credentials.json"), """
                {"credentials": [
                  {"accessKey": "operator", "secretKey": "op-secret"},
                  {"accessKey": "broker", "secretKey": "br-secret", "planes": ["broker", "client"]},
                  {"accessKey": "app", "secretKey": "app-secret", "planes": ["client"]}
                ]}
                """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        NameServer server = LAB.nameServer(
                NameServer.Kind.PHAROS,
                Map.of(
                        "credentialsFile", file.toString(),
                        "clientSigned", "true",
                        "brokerSigned", "true",
                        "operatorSigned", "true"));
        StockBroker.Spec spec = StockBroker.Spec.master("signing", server.address());
        StockBroker broker = LAB.broker(spec.with(
                        "innerClientAuthenticationCredentials",
                        "{\"accessKey\":\"broker\",\"secretKey\":\"br-secret\"}")
                .with(
                        "authenticationMetadataProvider",
                        "org.apache.rocketmq.auth.authentication.provider.LocalAuthenticationMetadataProvider"));
        MqAdmin admin = LAB.mqAdmin("operator", "op-secret");
        await("the broker's registration")
                .atMost(REGISTERED)
                .until(() -> admin.run(server.address(), "clusterList").out().contains(broker.address()));

        assertThat(admin.run(server.address(), "wipeWritePerm", "-b", "signing").out())
                .contains("OK, ");
        assertThat(admin.run(server.address(), "addWritePerm", "-b", "signing").out())
                .contains("OK, ");
        admin.mustSucceed(server.address(), "updateTopic", "-b", broker.address(), "-t", "Orders");
        await("the topic")
                .atMost(REGISTERED)
                .until(() -> admin.run(server.address(), "topicRoute", "-t", "Orders")
                        .out()
                        .contains("\"perm\":6"));
        StockProducer producer = LAB.producer(server.address(), "signed", "app", "app-secret");
        assertThat(producer.send("Orders", 0, 10)).isEqualTo(new StockProducer.Sent(10, ""));

        assertThat(server.route("Orders").code()).isEqualTo(NO_PERMISSION);
        assertThat(refusal(LAB.mqAdmin(), server)).contains("it is not signed, and operatorSigned=true");
        assertThat(refusal(LAB.mqAdmin("operator", "guess"), server))
                .contains("accessKey[operator] is unknown or the signature is wrong");
        assertThat(refusal(LAB.mqAdmin("broker", "br-secret"), server))
                .contains("accessKey[broker] may not sign requests of the plane operator");
        StockProducer guessing = LAB.producer(server.address(), "guessing", "app", "guess");
        assertThat(guessing.send("Orders", 0, 1).stored()).isZero();
    }

    /** What the tool shows when a change is refused. */
    private static String refusal(MqAdmin admin, NameServer server) {
        MqAdmin.Outcome outcome =
                admin.run(server.address(), "updateKvConfig", "-s", "space", "-k", "key", "-v", "value");
        return outcome.out() + outcome.err();
    }
}
