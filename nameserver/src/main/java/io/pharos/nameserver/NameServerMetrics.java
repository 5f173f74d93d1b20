package io.pharos.nameserver;

import io.pharos.remoting.CloseCause;
import io.pharos.remoting.RemotingObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * What a name server counts, in a registry of its own, so that several servers in one process keep apart. Thread-safe.
 */
final class NameServerMetrics implements RemotingObserver {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RequestCounts requests = new RequestCounts();
    private final Counter closed = Counter.builder()
            .name("pharos_connections_closed_total")
            .help("Connections that ended, by cause.")
            .labelNames("cause")
            .register(registry);
    private final Counter refused = Counter.builder()
            .name("pharos_connections_refused_total")
            .help("Connections that were closed at once, by reason.")
            .labelNames("reason")
            .register(registry);
    private final Counter malformed = Counter.builder()
            .name("pharos_malformed_frames_total")
            .help("Connections that sent bytes that are no frame.")
            .register(registry);
    private final Counter registrations = Counter.builder()
            .name("pharos_registrations_total")
            .help("Broker registrations, by what came of them: unchanged, applied, refused.")
            .labelNames("outcome")
            .register(registry);
    private final Counter damage = Counter.builder()
            .name("pharos_damaged_files_total")
            .help("Files that were found damaged and set aside, by kind: kv, config, routes, fences.")
            .labelNames("kind")
            .register(registry);

    NameServerMetrics() {
        CounterWithCallback.builder()
                .name("pharos_requests_total")
                .help("Requests, by request code and result code.")
                .labelNames("code", "result")
                .callback(callback ->
                        requests.forEach((code, result, count) -> callback.call((double) count, code, result)))
                .register(registry);
    }

    PrometheusRegistry registry() {
        return registry;
    }

    /** Shows a number that is worked out when it is asked for. */
    void gauge(String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }

    /** Shows numbers that are worked out when they are asked for, one for each set of label values. */
    void gauges(String name, String help, List<String> labels, Consumer<GaugeWithCallback.Callback> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(new String[0]))
                .callback(values)
                .register(registry);
    }

    /** Shows a number that only rises and is worked out when it is asked for. */
    void counter(String name, String help, DoubleSupplier value) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }

    void damaged(String kind, int files) {
        damage.labelValues(kind).inc(files);
    }

    void registration(String outcome) {
        registrations.labelValues(outcome).inc();
    }

    @Override
    public void answered(int code, int result, long nanos) {
        requests.add(code, result);
    }

    @Override
    public void disconnected(CloseCause cause) {
        closed.labelValues(cause.name()).inc();
    }

    @Override
    public void refused(Refusal refusal) {
        refused.labelValues(refusal.name()).inc();
    }

    @Override
    public void malformed() {
        malformed.inc();
    }
}
