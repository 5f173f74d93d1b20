package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a whole name server shows after known actions, read over HTTP. */
@Timeout(60)
class ShownTest {
    private static final String COUNT = "rocketmq_rpc_latency_milliseconds_count";
    private static final String BUCKET = "rocketmq_rpc_latency_milliseconds_bucket";
    private static final Path OPERATIONS = Path.of("..", "docs", "operations.md");
    private static final Pattern ROW = Pattern.compile("\\| `((?:pharos|rocketmq)_[a-z_]+)(?:\\{[a-z_, ]*})?` \\|.*");

    @TempDir
    private Path folder;

    @Test
    void oneQueryIsOneObservation() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            rig.call(new GetRouteInfo("nobody", true, false, null));

            Scrape shown = rig.scrape();
            String[] query = {
                "request_code", "get_routeinfo_by_topic",
                "response_code", "topic_not_exist",
                "result", "success",
                "protocol_type", "remoting",
                "is_long_polling", "false",
                "node_type", "nameserver"
            };
            assertThat(shown.sum(COUNT, query)).isEqualTo(1);
            assertThat(shown.all(BUCKET, query)).hasSize(16);
            assertThat(shown.sum(BUCKET, "request_code", "get_routeinfo_by_topic", "le", "+Inf"))
                    .isEqualTo(1);
            assertThat(shown.sum("rocketmq_rpc_latency_milliseconds_sum", query))
                    .isGreaterThan(0)
                    .isLessThan(60_000);
        }
    }

    @Test
    void registrationsAreShownByWhatCameOfThemAndInBytes() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(outcomes(rig.scrape())).containsExactly(0.0, 0.0, 0.0);
            int length = broker(1).body().remaining();

            rig.call(broker(1));
            rig.call(broker(1));
            assertThat(rig.call(broken()).code()).isEqualTo(1);

            Scrape shown = rig.scrape();
            assertThat(outcomes(shown)).containsExactly(1.0, 1.0, 1.0);
            assertThat(shown.sum("pharos_registration_bytes_total", "outcome", "changed"))
                    .isEqualTo(length);
            assertThat(shown.sum("pharos_registration_bytes_total", "outcome", "unchanged"))
                    .isEqualTo(length);
            assertThat(shown.sum("pharos_registration_bytes_total", "outcome", "refused"))
                    .isEqualTo(7);
            assertThat(shown.sum("pharos_brokers", "state", "registered")).isEqualTo(1);
            assertThat(shown.sum("pharos_broker_groups", "state", "registered")).isEqualTo(1);
            assertThat(shown.sum("pharos_topics")).isEqualTo(1);
            assertThat(shown.sum("pharos_queues", "kind", "read")).isEqualTo(4);
            assertThat(shown.sum("pharos_queues", "kind", "write")).isEqualTo(3);
            assertThat(shown.sum("pharos_connections")).isEqualTo(1);

            rig.closeClient();
            Awaitility.await().until(() -> rig.metric("pharos_brokers", "state", "registered") == 0);
            assertThat(rig.metric("pharos_queues")).isZero();
            assertThat(rig.metric("pharos_connections_closed_total", "cause", "peer"))
                    .isEqualTo(1);
        }
    }

    @Test
    void whatIsOnDiskHasAnAgeOnceItIsThere() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(rig.metric("pharos_file_age_seconds", "kind", "kv")).isEqualTo(-1);

            rig.call(new PutKvConfig("ns", "k", "v"));

            assertThat(rig.metric("pharos_file_age_seconds", "kind", "kv")).isBetween(0.0, 60.0);
            assertThat(rig.metric("pharos_file_age_seconds", "kind", "fences")).isEqualTo(-1);
        }
    }

    @Test
    void workThatWaitsIsShownByTheThreadsItWaitsFor() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();

            assertThat(rig.scrape().all("rocketmq_processor_watermark", "node_type", "nameserver"))
                    .extracting(sample -> sample.labels().get("processor"))
                    .containsExactlyInAnyOrder("registration", "admin", "watch", "routes");
        }
    }

    @Test
    void whateverPeersSendTheLabelsStayFew() throws Exception {
        int strange = 10_000;
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            rig.call(new GetRouteInfo("nobody", true, false, null));
            rig.call(new Strange(-1));
            int before = rig.scrape().samples().size();
            List<CompletableFuture<Command>> answers = new ArrayList<>();
            for (int i = 0; i < strange; i++) {
                answers.add(rig.send(new Strange(i < 1_000 ? 4_000 + i : 100_000 + 7 * i)));
                if (answers.size() == 500) {
                    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                            .get(30, TimeUnit.SECONDS);
                    answers.clear();
                }
            }
            for (int i = 0; i < 100; i++) {
                rig.call(new GetRouteInfo("topic-" + i, true, false, "zone-" + i));
                rig.call(broker("broker-" + i, 0, "topic-" + i));
                rig.call(new PutKvConfig("namespace-" + i, "k", "v"));
            }

            Scrape shown = rig.scrape();
            assertThat(shown.sum(COUNT, "request_code", "other", "response_code", "request_code_not_supported"))
                    .isEqualTo(strange + 1);
            // Of what is not the same as before: registrations and KV values are requests with a histogram each.
            assertThat(shown.samples().size() - before).isLessThan(3 * 18 + 10);
        }
    }

    @Test
    void theTablesOfTheManualNameWhatIsShownAndNothingElse() throws Exception {
        SortedSet<String> told = new TreeSet<>();
        for (String line : Files.readAllLines(OPERATIONS)) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                assertThat(told.add(row.group(1)))
                        .as("told twice: " + row.group(1))
                        .isTrue();
            }
        }
        try (NameServerRig rig = new NameServerRig(folder, "peers", "127.0.0.1:1")) {
            rig.start();
            rig.call(new GetRouteInfo("nobody", true, false, null));
            rig.call(new PutKvConfig("ns", "k", "v"));

            assertThat(told).isNotEmpty().isEqualTo(rig.scrape().families());
        }
    }

    private static List<Double> outcomes(Scrape shown) {
        return List.of("unchanged", "changed", "refused").stream()
                .map(outcome -> shown.sum("pharos_registrations_total", "outcome", outcome))
                .toList();
    }

    private static RegisterBroker broker(long version) {
        return broker("a", version, "orders");
    }

    private static RegisterBroker broker(String name, long version, String topic) {
        TopicConfig config = new TopicConfig(topic, 4, 3, 6, 0, false, "SINGLE_TAG", Map.of());
        Registration registration =
                new Registration(new DataVersion(0, version, 1), Map.of(topic, config), Map.of(), List.of());
        return register(name, RegistrationCodec.encodePlain(registration, 0));
    }

    private static RegisterBroker broken() {
        return register("b", new byte[] {'{', '"', 'n', 'o', ' ', '}', '}'});
    }

    private static RegisterBroker register(String name, byte[] body) {
        return new RegisterBroker(
                name, "127.0.0.1:10911", "c1", null, 0, null, null, false, 0, null, ByteBuffer.wrap(body));
    }

    /** A request that no server answers. */
    private record Strange(int code) implements Request {
        @Override
        public RequestSpec<Strange> spec() {
            return new RequestSpec<>(code, "STRANGE", command -> {
                throw new IllegalStateException("never decoded");
            });
        }

        @Override
        public ExtFields toExt() {
            return ExtFields.EMPTY;
        }
    }
}
