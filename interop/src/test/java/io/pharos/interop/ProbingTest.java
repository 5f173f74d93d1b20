package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.pharos.interop.peer.Island;
import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawAnswer;
import io.pharos.interop.peer.Release;
import io.pharos.interop.peer.Requests;
import io.pharos.interop.peer.StockBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Stock brokers that are frozen or cut off, registering as they are delivered: each 30 seconds. */
class ProbingTest {
    private static final Duration REGISTERED = Duration.ofMinutes(3);
    /** Ten seconds, and what a loaded machine adds; {@link NoticeMeasurement} measures. */
    private static final Duration SUSPECT = Duration.ofSeconds(15);

    private static final int ALL = 7;
    private static final int NO_WRITES = 5;
    private static final String PERIOD = "registerNameServerPeriod";

    private static final Lab LAB = new Lab(ProbingTest.class);
    private static final NameServer SERVER = LAB.nameServer(NameServer.Kind.PHAROS);

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void aFrozenBrokerIsSoonNotWrittenToAndIsAgainAsSoonAsItGoesOn() throws IOException {
        StockBroker newer =
                LAB.broker(StockBroker.Spec.master("newer", SERVER.address()).with(PERIOD, "30000"));
        StockBroker older = LAB.broker(StockBroker.Spec.master("older", SERVER.address())
                .as(Release.V4_9_7)
                .with(PERIOD, "30000"));
        for (StockBroker broker : new StockBroker[] {newer, older}) {
            awaitPermission(broker, ALL, REGISTERED);
            await("a probe that is answered").atMost(REGISTERED).until(() -> linesOfProbes(broker) >= 1);

            broker.child().freeze();
            try {
                awaitPermission(broker, NO_WRITES, SUSPECT);
                assertThat(SERVER.route(broker.name()).body()).contains(broker.address());
            } finally {
                broker.child().thaw();
            }
            awaitPermission(broker, ALL, Duration.ofSeconds(5));
        }
        // It asks for the cluster each five seconds, so that it is asked for a sign of life hardly ever.
        assertThat(linesOfProbes(newer)).isLessThan(10);
    }

    @Test
    void aBrokerThatIsCutOffIsSoonNotWrittenToThenGoneAndComesBack() {
        Optional<Island> risen = Island.rise();
        assumeTrue(risen.isPresent(), "no network namespaces here");
        try (Island island = risen.orElseThrow();
                StockBroker castaway =
                        LAB.broker(StockBroker.Spec.master("castaway", island.ourAddress() + ":" + SERVER.port())
                                .with(PERIOD, "10000")
                                .on(island))) {
            awaitPermission(castaway, ALL, REGISTERED);
            await("a probe that is answered").atMost(REGISTERED).until(() -> linesOfProbes(castaway) >= 1);

            island.cut();
            awaitPermission(castaway, NO_WRITES, SUSPECT);
            await("the end of its connection")
                    .atMost(Duration.ofSeconds(25))
                    .until(() -> SERVER.route("castaway").code() == Requests.TOPIC_NOT_EXIST);
            island.mend();
            awaitPermission(castaway, ALL, REGISTERED);
        }
    }

    private static void awaitPermission(StockBroker broker, int permission, Duration within) {
        await(broker.name() + " with permission " + permission)
                .atMost(within)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> permission(broker) == permission);
    }

    private static int permission(StockBroker broker) {
        RawAnswer route = SERVER.route(broker.name());
        JSONArray queues = route.code() == 0 ? route.json().getJSONArray("queueDatas") : new JSONArray();
        for (int i = 0; i < queues.size(); i++) {
            JSONObject queue = queues.getJSONObject(i);
            if (queue.getString("brokerName").equals(broker.name())) {
                return queue.getIntValue("perm");
            }
        }
        return -1;
    }

    /** What the probes cost a broker in its log. */
    private static long linesOfProbes(StockBroker broker) throws IOException {
        try (Stream<Path> logs = Files.walk(broker.child().folder())) {
            long lines = 0;
            for (Path log :
                    logs.filter(path -> path.toString().endsWith(".log")).toList()) {
                try (Stream<String> text = Files.lines(log)) {
                    lines += text.filter(line -> line.contains("31030")).count();
                }
            }
            return lines;
        }
    }
}
