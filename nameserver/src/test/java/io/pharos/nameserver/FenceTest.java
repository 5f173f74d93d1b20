package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.DecisionList;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.ListFences;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.protocol.route.RouteCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fences of a whole name server, through restarts. */
class FenceTest {
    @TempDir
    private Path folder;

    @Test
    void aStopWriteHoldsThroughARestartForRestoredRoutesAndTheBrokersReturn() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            RevisionTest.register(rig);
            assertThat(rig.call(new WipeWritePermission("a")).code()).isZero();
            rig.restart();
            assertThat(permission(rig)).as("of the restored route").isEqualTo(4);
            assertThat(rig.metric("pharos_fences")).isEqualTo(1);

            RevisionTest.register(rig);
            assertThat(permission(rig)).as("of the registered route").isEqualTo(4);

            assertThat(rig.call(new AddWritePermission("a")).code()).isZero();
            assertThat(permission(rig)).isEqualTo(6);
            rig.restart();
            assertThat(permission(rig)).isEqualTo(6);
        }
    }

    @Test
    void aFenceOfATopicHoldsThroughARestartAndIsLiftedAfterIt() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            RevisionTest.register(rig);
            assertThat(rig.call(new SetFence(null, null, "orders", "move", null))
                            .code())
                    .isZero();
            rig.restart();

            assertThat(permission(rig)).isEqualTo(4);
            assertThat(DecisionList.decode(rig.call(new ListFences()).body()).decisions())
                    .extracting(Decision::key)
                    .containsExactly(FenceKey.topic("orders"));
            assertThat(rig.call(new LiftFence(null, null, "orders", null)).code())
                    .isZero();
            assertThat(permission(rig)).isEqualTo(6);
        }
    }

    @Test
    void aDamagedFileIsToldAndTheGenerationBeforeIsUsed() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            RevisionTest.register(rig);
            rig.call(new WipeWritePermission("a"));
            rig.call(new SetFence(null, null, "orders", "move", null));
            rig.server().close();
            Files.writeString(folder.resolve("fences.json.gen-2"), "{", StandardCharsets.UTF_8);

            rig.start();

            assertThat(rig.metric("pharos_damaged_files_total")).isEqualTo(1);
            assertThat(permission(rig)).isEqualTo(4);
        }
    }

    private static int permission(NameServerRig rig) throws Exception {
        return RouteCodec.decode(
                        rig.call(new GetRouteInfo("orders", true, false, null)).body())
                .queues()
                .get(0)
                .permission();
    }
}
