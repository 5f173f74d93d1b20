package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServerMetricsTest {
    @TempDir
    private Path folder;

    @Test
    void whatWasRestoredIsShownUntilItsBrokersAreBack() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(rig.call(broker()).code()).isZero();
            assertThat(rig.metric("pharos_brokers", "state", "restored")).isZero();
            rig.restart();

            assertThat(rig.metric("pharos_brokers", "state", "restored")).isEqualTo(1);
            assertThat(rig.metric("pharos_broker_groups", "state", "restored")).isEqualTo(1);
            assertThat(rig.metric("pharos_brokers")).isEqualTo(1);
            assertThat(rig.call(broker()).code()).isZero();
            assertThat(rig.metric("pharos_brokers", "state", "restored")).isZero();
            assertThat(rig.metric("pharos_broker_groups", "state", "restored")).isZero();
            assertThat(rig.metric("pharos_route_copy_age_seconds")).isBetween(0.0, 60.0);
            assertThat(rig.metric("pharos_route_copy_failures_total")).isZero();
        }
    }

    @Test
    void keptRouteAnswersAreShownInBytes() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            rig.call(broker());
            assertThat(rig.metric("pharos_route_answer_cache_bytes")).isZero();
            int length = rig.call(new GetRouteInfo("orders", true, false, null))
                    .body()
                    .remaining();

            assertThat(rig.metric("pharos_route_answer_cache_bytes")).isGreaterThan(length);
        }
    }

    @Test
    void withoutACopyThereIsNothingToShowOfIt() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "routeCopyEnable", "false")) {
            rig.start();

            assertThat(rig.metric("pharos_brokers", "state", "restored")).isZero();
            assertThat(rig.metric("pharos_route_copy_age_seconds")).isEqualTo(-1);
        }
    }

    @Test
    void damagedFilesAreCountedByTheStartThatMetThem() throws Exception {
        Files.writeString(folder.resolve("kvConfig.json"), "{");
        Files.writeString(folder.resolve("live.gen-1"), "garbage");
        Files.writeString(folder.resolve("routes.gen-1"), "garbage");
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(rig.metric("pharos_damaged_files_total")).isEqualTo(3);
            rig.restart();

            assertThat(rig.metric("pharos_damaged_files_total")).isZero();
        }
    }

    private static RegisterBroker broker() {
        TopicConfig topic = new TopicConfig("orders", 4, 4, 6, 0, false, "SINGLE_TAG", Map.of());
        Registration registration =
                new Registration(new DataVersion(0, 1, 1), Map.of("orders", topic), Map.of(), List.of());
        byte[] body = RegistrationCodec.encodePlain(registration, 0);
        return new RegisterBroker(
                "a", "127.0.0.1:10911", "c1", null, 0, null, null, false, 0, null, ByteBuffer.wrap(body));
    }
}
