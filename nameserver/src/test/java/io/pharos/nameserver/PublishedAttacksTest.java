package io.pharos.nameserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.auth.SignedRequest;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetNamesrvConfig;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicConfig;
import io.pharos.protocol.route.TopicRoute;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways into the original that were published, tried from loopback, to which everything is open by default. */
class PublishedAttacksTest {
    private static final List<String> OUTWARD = List.of(
            "../../evil", "..\\..\\evil", "a/../../evil", "/tmp/evil", "evil\u0000.txt", "%2e%2e%2fevil", "..", ".");

    @TempDir
    private Path folder;

    /** CVE-2019-17572: a topic's name made folders outside the store. */
    @Test
    void noNameOfATopicOrKeyBecomesAFileOrFolder() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder.resolve("data"))) {
            rig.start();
            RevisionTest.register(rig);
            for (String name : OUTWARD) {
                answered(rig, registration(name));
                answered(rig, new RegisterTopic(name, ByteBuffer.wrap(RouteCodec.encode(onA(), JsonDialect.STANDARD))));
                answered(rig, new GetRouteInfo(name, true, false, null));
                answered(rig, new PutKvConfig(name, "key", "value"));
                answered(rig, new PutKvConfig("space", name, "value"));
                answered(rig, new DeleteTopic(name, null));
            }
            rig.restart();
        }
        assertThat(files())
                .allSatisfy(file -> assertThat(file).startsWith("data/").doesNotContain("evil"));
        assertThat(Path.of("/tmp/evil")).doesNotExist();
    }

    /** CVE-2023-33246 and CVE-2023-37582: a configuration update chose a file to write, or a command to run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "configStorePath=@/evil",
                "configStorePathName=@/evil",
                "kvConfigPath=@/evil",
                "rocketmqHome=@/evil",
                "rocketmqHome=-c $@|sh . echo touch @/evil;\nfilterServerNums=1",
                "dataDir=@/evil",
                "credentialsFile=@/evil",
                "tls.server.keyPath=@/evil",
                "tls.config.file=@/evil",
                "operatorAllow=*",
                "configBlackList=none",
                "listenPort=1",
                "noSuchKey=@/evil",
                " kvConfigPath = @/evil",
                "kvConfigPath:@/evil",
                "KVCONFIGPATH=@/evil",
                "\\u006bvConfigPath=@/evil",
                "enableTopicList=false\nkvConfigPath=@/evil",
                "enableTopicList=false\\nkvConfigPath=@/evil",
                "enableTopicList=false\rkvConfigPath=@/evil",
                "waitSecondsForService=1;touch @/evil"
            })
    void anUpdateOfTheConfigurationReachesNoFileAndNoCommand(String update) throws Exception {
        try (NameServerRig rig = new NameServerRig(folder.resolve("data"))) {
            rig.start();
            String before = text(rig.call(new GetNamesrvConfig()));
            Set<String> files = files();

            Command answer = rig.call(new UpdateNamesrvConfig(
                    ByteBuffer.wrap(update.replace("@", folder.toString()).getBytes(UTF_8))));

            assertThat(answer.code()).isIn(ResponseCode.NO_PERMISSION, ResponseCode.SYSTEM_ERROR);
            assertThat(answer.remark()).isNotBlank();
            assertThat(text(rig.call(new GetNamesrvConfig()))).isEqualTo(before);
            assertThat(files()).isEqualTo(files);
        }
    }

    /** CVE-2024-23321: an answer gave away what it should have kept. */
    @Test
    void noAnswerToAnyRequestHoldsASecret() throws Exception {
        Path credentials = Files.writeString(
                folder.resolve("credentials.json"),
                "{\"credentials\": [{\"accessKey\": \"ops\", \"secretKey\": \"hush-hmac\"}]}");
        Files.setPosixFilePermissions(credentials, PosixFilePermissions.fromString("rw-------"));
        try (NameServerRig rig = new NameServerRig(
                folder.resolve("data"),
                "credentialsFile",
                credentials.toString(),
                "tls.server.keyPassword",
                "hush-server",
                "tls.client.keyPassword",
                "hush-client")) {
            rig.start();
            assertThat(text(rig.call(new GetNamesrvConfig())))
                    .contains("credentialsFile=")
                    .doesNotContain("hush");
            assertThat(rig.scrape().toString()).doesNotContain("hush");
            try (Socket socket = connect(rig)) {
                for (int code = 0; code < 1_100; code++) {
                    assertThat(exchange(socket, code)).as("code %d", code).doesNotContain("hush");
                }
                for (int code = 31_000; code < 31_100; code++) {
                    assertThat(exchange(socket, code)).as("code %d", code).doesNotContain("hush");
                }
            }
        }
    }

    /** The family of fastjson: a text named the class that its reader made. */
    @Test
    void noTextNamesAClassThatIsLoaded() throws Exception {
        String trap = "\"@type\":\"" + Trap.class.getName() + "\"";
        try (NameServerRig rig = new NameServerRig(folder.resolve("data"))) {
            rig.start();
            for (String body : List.of(
                    "{" + trap + ",\"topicConfigSerializeWrapper\":{" + trap + ",\"topicConfigTable\":{\"t\":{" + trap
                            + ",\"topicName\":\"t\",\"perm\":6,\"readQueueNums\":4,\"writeQueueNums\":4}},\"dataVersion\":{"
                            + trap + ",\"counter\":{" + trap + ",\"value\":1}}}}",
                    "[" + "{" + trap + "}" + "]")) {
                answered(rig, body(body));
            }
            try (Socket socket = connect(rig)) {
                byte[] header = ("{" + trap + ",\"code\":105,\"extFields\":{" + trap
                                + ",\"topic\":\"t\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,\"version\":513}")
                        .getBytes(UTF_8);
                socket.getOutputStream()
                        .write(ByteBuffer.allocate(8 + header.length)
                                .putInt(4 + header.length)
                                .putInt(header.length)
                                .put(header)
                                .array());
                assertThat(read(socket)).isNotEmpty();
            }
        }
        assertThat(System.getProperty(Trap.MARK)).isNull();
    }

    /** Hardening of 2026: what one request of a connection had proved was believed of the next. */
    @Test
    void whatARequestProvesIsGoodForItAlone() throws Exception {
        Path credentials = Files.writeString(
                folder.resolve("credentials.json"),
                "{\"credentials\": [{\"accessKey\": \"ops\", \"secretKey\": \"hush\"}]}");
        Files.setPosixFilePermissions(credentials, PosixFilePermissions.fromString("rw-------"));
        try (NameServerRig rig = new NameServerRig(
                folder.resolve("data"), "credentialsFile", credentials.toString(), "operatorSigned", "true")) {
            rig.start();
            Credential ops = new Credential("ops", "hush");
            assertThat(rig.call(new SignedRequest(new PutKvConfig("space", "key", "good"), ops))
                            .code())
                    .isZero();
            assertThat(rig.call(new PutKvConfig("space", "key", "evil")).code()).isEqualTo(ResponseCode.NO_PERMISSION);
            assertThat(rig.call(new GetKvConfig("space", "key")).ext().get("value"))
                    .isEqualTo("good");
        }
    }

    private static void answered(NameServerRig rig, Request request) throws Exception {
        Command answer = rig.call(request);
        assertThat(answer.isResponse()).isTrue();
        assertThat(String.valueOf(answer.remark())).doesNotContain("inside the server");
    }

    private static Request registration(String topic) {
        Registration topics = new Registration(
                new DataVersion(0, 1, 2),
                Map.of(topic, new TopicConfig(topic, 4, 4, 6, 0, false, "SINGLE_TAG", Map.of())),
                Map.of(),
                List.of());
        return register(ByteBuffer.wrap(RegistrationCodec.encodePlain(topics, 0)));
    }

    private static Request body(String text) {
        return register(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    private static Request register(ByteBuffer body) {
        return new RegisterBroker("b", "b:1", "c", "b:2", 0, null, null, false, 0, null, body);
    }

    private static TopicRoute onA() {
        return new TopicRoute(List.of(), List.of(new QueueData("a", 4, 4, 6, 0)), Map.of(), null, null);
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Socket connect(NameServerRig rig) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.server().port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static String exchange(Socket socket, int code) throws IOException {
        Command command = Command.request(code, code, ExtFields.of("topic", "t"), Command.NO_BODY);
        socket.getOutputStream().write(FrameCodec.encode(command, SerializeType.JSON));
        return read(socket);
    }

    private static String read(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        return new String(in.readNBytes(in.readInt()), ISO_8859_1);
    }

    private static String text(Command answer) {
        return UTF_8.decode(answer.body().duplicate()).toString();
    }
}
