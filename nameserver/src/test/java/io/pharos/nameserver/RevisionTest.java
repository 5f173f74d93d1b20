package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Revisions of route answers on the wire. */
class RevisionTest {
    @TempDir
    private Path folder;

    @Test
    void whatAnOperatorChangesIsInTheNextAnswerUnderAnotherRevision() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            register(rig);
            String first = revision(ask(rig, null));

            configure(rig, "orderMessageEnable=true");
            assertThat(ask(rig, first).code()).isEqualTo(ExtensionCodes.ROUTE_UNCHANGED);
            assertThat(rig.call(new PutKvConfig("ORDER_TOPIC_CONFIG", "orders", "a:4"))
                            .code())
                    .isZero();
            Command ordered = ask(rig, first);
            assertThat(RouteCodec.decode(ordered.body()).orderTopicConf()).isEqualTo("a:4");

            configure(rig, "orderMessageEnable=false");
            assertThat(RouteCodec.decode(ask(rig, revision(ordered)).body()).orderTopicConf())
                    .isNull();
        }
    }

    @Test
    void noRevisionOutlivesItsRun() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            register(rig);
            Command before = ask(rig, null);
            rig.restart();

            Command after = ask(rig, revision(before));

            assertThat(after.code()).isZero();
            assertThat(after.body()).isEqualTo(before.body());
            assertThat(revision(after)).isNotEqualTo(revision(before));
        }
    }

    private static Command ask(NameServerRig rig, @Nullable String held) throws Exception {
        return rig.call(new GetRouteInfo("orders", true, false, null, held));
    }

    private static String revision(Command answer) {
        return String.valueOf(GetRouteInfo.Answer.from(answer.ext()).revision());
    }

    private static void configure(NameServerRig rig, String line) throws Exception {
        ByteBuffer body = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        assertThat(rig.call(new UpdateNamesrvConfig(body)).code()).isZero();
    }

    static void register(NameServerRig rig) throws Exception {
        assertThat(rig.call(registration()).code()).isZero();
    }

    static RegisterBroker registration() {
        Registration topics = new Registration(
                new DataVersion(0, 1, 1),
                Map.of("orders", new TopicConfig("orders", 4, 4, 6, 0, false, "SINGLE_TAG", Map.of())),
                Map.of(),
                List.of());
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodePlain(topics, 0));
        return new RegisterBroker("a", "a:1", "c", "a:2", 0, null, null, false, 0, null, body);
    }
}
