package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.GetDivergence;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.protocol.route.RouteCodec;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole name servers that exchange what their operators decided. */
class FellowTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void aDecisionReachesAFellowThatWasDownAndTheLastOneHoldsEverywhere() throws Exception {
        int[] ports = freePorts(2);
        try (NameServerRig one = rig("one", ports[0], ports);
                NameServerRig two = rig("two", ports[1], ports)) {
            one.start();
            RevisionTest.register(one);
            assertThat(one.call(new WipeWritePermission("a")).code()).isZero();
            assertThat(permission(one)).as("an absent fellow delays no answer").isEqualTo(4);

            two.start();
            RevisionTest.register(two);
            await().atMost(PATIENCE).until(() -> permission(two) == 4);

            assertThat(two.call(new AddWritePermission("a")).code()).isZero();
            assertThat(permission(two)).isEqualTo(6);
            await().atMost(PATIENCE).until(() -> permission(one) == 6);

            assertThat(one.call(new SetFence(null, null, "orders", "move", null))
                            .code())
                    .isZero();
            await().atMost(PATIENCE).until(() -> permission(two) == 4);
            two.restart();
            assertThat(permission(two)).as("learned ones are on disk too").isEqualTo(4);
            assertThat(two.call(new LiftFence(null, null, "orders", null)).code())
                    .isZero();
            await().atMost(PATIENCE).until(() -> permission(one) == 6);
            assertThat(one.metric("pharos_fellow_malformed_total")).isZero();
        }
    }

    @Test
    void aDecisionTravelsOnThroughFellows() throws Exception {
        try (NameServerRig first = new NameServerRig(folder.resolve("1"))) {
            first.start();
            try (NameServerRig second = follower("2", first)) {
                second.start();
                try (NameServerRig third = follower("3", second)) {
                    third.start();
                    RevisionTest.register(first);
                    RevisionTest.register(third);
                    first.call(new WipeWritePermission("a"));

                    await().atMost(PATIENCE).until(() -> permission(third) == 4);
                    assertThat(second.metric("pharos_fences_learned_total")).isEqualTo(1);
                    assertThat(second.metric("pharos_fellow_up")).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void brokersThatOneAloneSeesAreReportedByBoth() throws Exception {
        int[] ports = freePorts(2);
        try (NameServerRig one = rig("one", ports[0], ports);
                NameServerRig two = rig("two", ports[1], ports)) {
            one.start();
            two.start();
            RevisionTest.register(one);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(entry(one, ports[1]).missingThere())
                            .singleElement()
                            .satisfies(broker -> assertThat(broker.shown()).isEqualTo("c/a/0@a:1")));
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(entry(two, ports[0]).missingHere()).hasSize(1));
            assertThat(entry(one, ports[0]).state()).isEqualTo("itself");

            RevisionTest.register(two);
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(entry(one, ports[1]).missingThere()).isEmpty();
                assertThat(entry(two, ports[0]).missingHere()).isEmpty();
            });
        }
    }

    private NameServerRig follower(String name, NameServerRig of) throws Exception {
        return new NameServerRig(folder.resolve(name), "peers", of.server().address(), "peerPollIntervalMillis", "100");
    }

    private NameServerRig rig(String name, int port, int[] all) throws Exception {
        return new NameServerRig(
                folder.resolve(name),
                "listenPort",
                Integer.toString(port),
                "peers",
                "127.0.0.1:" + all[0] + ";127.0.0.1:" + all[1],
                "peerPollIntervalMillis",
                "100");
    }

    private static FellowReport.Entry entry(NameServerRig rig, int port) throws Exception {
        return FellowReport.decode(rig.call(new GetDivergence()).body()).fellows().stream()
                .filter(fellow -> fellow.address().endsWith(":" + port))
                .findFirst()
                .orElseThrow();
    }

    private static int permission(NameServerRig rig) throws Exception {
        return RouteCodec.decode(
                        rig.call(new GetRouteInfo("orders", true, false, null)).body())
                .queues()
                .get(0)
                .permission();
    }

    private static int[] freePorts(int count) throws Exception {
        ServerSocket[] sockets = new ServerSocket[count];
        int[] ports = new int[count];
        for (int i = 0; i < count; i++) {
            sockets[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            ports[i] = sockets[i].getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
