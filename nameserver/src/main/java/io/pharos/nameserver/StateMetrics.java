package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.nameserver.route.QueueCounts;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.route.WarmCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** What a name server shows of its state; every number is worked out when it is asked for. */
final class StateMetrics {
    private StateMetrics() {}

    /** What is in the routes. */
    static void routes(NameServerMetrics metrics, Routes routes) {
        metrics.gauges("pharos_brokers", "Brokers in the routes, by state.", List.of("state"), states -> {
            int restored = routes.restoredBrokerCount();
            int suspect = routes.suspectBrokerCount();
            states.call(Math.max(0, routes.brokerCount() - restored - suspect), "registered");
            states.call(suspect, "suspect");
            states.call(restored, "restored");
        });
        metrics.gauges("pharos_broker_groups", "Broker groups in the routes, by state.", List.of("state"), states -> {
            int restored = routes.restoredGroupCount();
            states.call(Math.max(0, routes.groupCount() - restored), "registered");
            states.call(restored, "restored");
        });
        metrics.gauge("pharos_topics", "Topics with a route.", routes::topicCount);
        metrics.gauges("pharos_queues", "Message queues of all topics, as registered.", List.of("kind"), kinds -> {
            QueueCounts queues = routes.queueCounts();
            kinds.call((double) queues.read(), "read");
            kinds.call((double) queues.write(), "write");
        });
        metrics.gauge("pharos_route_answer_cache_bytes", "Bytes of kept route answers.", routes::keptAnswerBytes);
    }

    /**
     * Work that waits for a thread. Source of name and label: the original's brokers.
     *
     * @param lengths by name of the pool
     */
    static void waiting(NameServerMetrics metrics, Map<String, IntSupplier> lengths) {
        metrics.gauges(
                "rocketmq_processor_watermark",
                "Tasks that wait, by the threads that they wait for.",
                List.of("node_type", "processor"),
                values -> lengths.forEach((name, length) -> values.call(length.getAsInt(), "nameserver", name)));
    }

    /**
     * How old what is on disk is.
     *
     * @param files by kind
     */
    static void files(NameServerMetrics metrics, Clock clock, Map<String, Path> files) {
        FileAges ages = new FileAges(clock);
        metrics.gauges(
                "pharos_file_age_seconds",
                "Seconds since a file was last written, by kind; without a value until it was.",
                List.of("kind"),
                values -> files.forEach((kind, file) -> {
                    double seconds = ages.seconds(file);
                    if (!(seconds < 0)) {
                        values.call(seconds, kind);
                    }
                }));
    }

    /** The copy of the routes on disk. */
    static void copy(NameServerMetrics metrics, WarmCopy copy) {
        metrics.gauge(
                "pharos_route_copy_age_seconds",
                "Seconds since the copy of the routes on disk was last known to be current.",
                () -> copy.age().toMillis() / 1_000.0);
        metrics.counter(
                "pharos_route_copy_failures_total",
                "Reads and writes of the copy of the routes that failed.",
                copy::failures);
    }
}
