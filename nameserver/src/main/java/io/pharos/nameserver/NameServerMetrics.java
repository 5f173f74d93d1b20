package io.pharos.nameserver;

import io.pharos.nameserver.handler.RegistrationObserver;
import io.pharos.protocol.extension.ExtensionRequests;
import io.pharos.protocol.namesrv.NameServerRequests;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.RemotingObserver;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * What a name server counts, in a registry of its own, so that several servers in one process keep apart. Thread-safe.
 */
final class NameServerMetrics implements RemotingObserver, RegistrationObserver {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RequestLatencies requests =
            new RequestLatencies(Stream.of(NameServerRequests.ALL, ExtensionRequests.ALL)
                    .flatMap(List::stream)
                    .toList());
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
    private final Counter requestsLimited = Counter.builder()
            .name("pharos_requests_limited_total")
            .help("Requests that were not served, because their peer asks too often.")
            .register(registry);
    private final Counter readsHeldUp = Counter.builder()
            .name("pharos_reads_held_up_total")
            .help("Times that a connection was not read for a while, because its peer sends too much.")
            .register(registry);
    private final Counter registrations = Counter.builder()
            .name("pharos_registrations_total")
            .help("Broker registrations, by what came of them: unchanged, changed, refused.")
            .labelNames("outcome")
            .register(registry);
    private final Counter registrationBytes = Counter.builder()
            .name("pharos_registration_bytes_total")
            .help("Bytes of the bodies of broker registrations, by what came of them.")
            .labelNames("outcome")
            .register(registry);
    private final Map<Outcome, CounterDataPoint> byOutcome = points(registrations);
    private final Map<Outcome, CounterDataPoint> bytesByOutcome = points(registrationBytes);
    private final Counter damage = Counter.builder()
            .name("pharos_damaged_files_total")
            .help("Files that were found damaged and set aside, by kind: kv, config, routes, fences.")
            .labelNames("kind")
            .register(registry);

    NameServerMetrics() {
        registry.register(requests);
        // Shown from the first scrape on, so that a first event is a rise and not a beginning.
        Stream.of(CloseCause.values()).forEach(cause -> closed.initLabelValues(word(cause)));
        Stream.of(Refusal.values()).forEach(refusal -> refused.initLabelValues(word(refusal)));
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

    @Override
    public void registered(Outcome outcome, int bodyBytes) {
        point(byOutcome, outcome).inc();
        point(bytesByOutcome, outcome).inc(bodyBytes);
    }

    @Override
    public void answered(int code, int result, boolean oneWay, long nanos) {
        requests.add(code, result, oneWay, nanos);
    }

    @Override
    public void disconnected(CloseCause cause) {
        closed.labelValues(word(cause)).inc();
    }

    @Override
    public void refused(Refusal refusal) {
        refused.labelValues(word(refusal)).inc();
    }

    @Override
    public void malformed() {
        malformed.inc();
    }

    @Override
    public void requestLimited() {
        requestsLimited.inc();
    }

    @Override
    public void readingHeldUp() {
        readsHeldUp.inc();
    }

    private static Map<Outcome, CounterDataPoint> points(Counter counter) {
        Map<Outcome, CounterDataPoint> points = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            points.put(outcome, counter.labelValues(word(outcome)));
        }
        return points;
    }

    private static CounterDataPoint point(Map<Outcome, CounterDataPoint> points, Outcome outcome) {
        return Objects.requireNonNull(points.get(outcome));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
