package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That the keys reach the transport and what they do is shown; the rules themselves are tested there. */
@Timeout(60)
class PeerLimitTest {
    private static final int REQUESTS = 50;

    @TempDir
    private Path folder;

    @Test
    void whoAsksTooOftenIsToldWhichKeyToRaiseAndIsCounted() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "maxRequestsPerSecondPerPeer", "2")) {
            rig.start();
            List<CompletableFuture<Command>> asked = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                asked.add(rig.send(new GetKvConfig("space", "key")));
            }
            List<Command> refused = asked.stream()
                    .map(CompletableFuture::join)
                    .filter(answer -> answer.code() == ResponseCode.SYSTEM_BUSY)
                    .toList();

            assertThat(refused)
                    .hasSizeGreaterThan(REQUESTS / 2)
                    .allSatisfy(answer -> assertThat(answer.remark())
                            .contains("more than 2 in a second", "raise maxRequestsPerSecondPerPeer"));
            assertThat(rig.metric("pharos_requests_limited_total")).isEqualTo(refused.size());
            assertThat(rig.metric("pharos_reads_held_up_total")).isZero();
        }
    }

    @Test
    void whoSendsTooMuchIsReadMoreSlowlyAndLosesNothing() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "maxBytesPerSecondPerPeer", "65536")) {
            rig.start();
            List<CompletableFuture<Command>> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sent.add(rig.send(new PutKvConfig("space", "key" + i, "v".repeat(15_000))));
            }

            assertThat(sent)
                    .allSatisfy(answer -> assertThat(answer.join().code()).isEqualTo(ResponseCode.SUCCESS));
            assertThat(rig.metric("pharos_reads_held_up_total")).isPositive();
            assertThat(rig.metric("pharos_requests_limited_total")).isZero();
        }
    }

    @Test
    void byDefaultNobodyIsLimited() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            List<CompletableFuture<Command>> asked = new ArrayList<>();
            for (int i = 0; i < 10 * REQUESTS; i++) {
                asked.add(rig.send(new GetKvConfig("space", "key")));
            }
            assertThat(asked).noneMatch(answer -> answer.join().code() == ResponseCode.SYSTEM_BUSY);
            assertThat(rig.metric("pharos_requests_limited_total")).isZero();
        }
    }
}
