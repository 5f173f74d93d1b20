package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestLatenciesTest {
    private static final long MICRO = 1_000;
    private static final List<RequestSpec<?>> KNOWN = List.of(GetRouteInfo.SPEC, BrokerHeartbeat.SPEC, SetFence.SPEC);

    private final RequestLatencies latencies = new RequestLatencies(KNOWN);

    @Test
    void whatIsKnownIsToldApart() {
        latencies.add(105, 0, false, MICRO);
        latencies.add(105, 0, false, MICRO);
        latencies.add(105, 17, false, MICRO);
        latencies.add(105, 31_090, false, MICRO);
        latencies.add(904, 0, true, MICRO);
        latencies.add(31_001, 16, false, MICRO);

        assertThat(shown())
                .containsExactlyInAnyOrder(
                        "get_routeinfo_by_topic success success 2",
                        "get_routeinfo_by_topic topic_not_exist success 1",
                        "get_routeinfo_by_topic route_unchanged success 1",
                        "broker_heartbeat success oneway 1",
                        "set_fence no_permission success 1");
    }

    @Test
    void whatIsNotKnownSharesARowAndAColumn() {
        for (int code = -3_000; code < 40_000; code++) {
            if (code != 105 && code != 904 && code != 31_001) {
                latencies.add(code, 3, false, MICRO);
            }
        }
        latencies.add(Integer.MAX_VALUE, 3, false, MICRO);
        latencies.add(Integer.MIN_VALUE, 3, false, MICRO);
        for (int result = 100; result < 20_000; result++) {
            if (result != 1_500) {
                latencies.add(105, result, false, MICRO);
            }
        }

        assertThat(shown())
                .containsExactlyInAnyOrder(
                        "other request_code_not_supported success 42999", "get_routeinfo_by_topic other success 19899");
    }

    @Test
    void aLatencyIsInTheFirstBucketThatHoldsIt() {
        latencies.add(105, 0, false, 0);
        latencies.add(105, 0, false, 10 * MICRO);
        latencies.add(105, 0, false, 10 * MICRO + 1);
        latencies.add(105, 0, false, Duration.ofMillis(7).toNanos());
        latencies.add(105, 0, false, Duration.ofSeconds(3).toNanos());
        latencies.add(105, 0, false, Duration.ofHours(1).toNanos());

        HistogramDataPointSnapshot point = latencies.collect().getDataPoints().get(0);
        assertThat(inBucket(point, 0.01)).isEqualTo(2);
        assertThat(inBucket(point, 0.03)).isEqualTo(1);
        assertThat(inBucket(point, 7)).isEqualTo(1);
        assertThat(inBucket(point, 3_000)).isEqualTo(1);
        assertThat(inBucket(point, Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(point.getCount()).isEqualTo(6);
        assertThat(point.getSum()).isEqualTo(3_600_000 + 3_000 + 7 + 0.020_001);
    }

    @Test
    void aCodeThatHasNoRoomIsRefused() {
        RequestSpec<Request> far = new RequestSpec<>(2_000, "FAR", command -> {
            throw new IllegalStateException();
        });

        assertThatThrownBy(() -> new RequestLatencies(List.of(far)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2000");
    }

    private List<String> shown() {
        return latencies.collect().getDataPoints().stream()
                .map(point -> point.getLabels().get("request_code")
                        + " " + point.getLabels().get("response_code")
                        + " " + point.getLabels().get("result")
                        + " " + point.getCount())
                .toList();
    }

    private static long inBucket(HistogramDataPointSnapshot point, double bound) {
        ClassicHistogramBuckets buckets = point.getClassicBuckets();
        for (int i = 0; i < buckets.size(); i++) {
            if (buckets.getUpperBound(i) == bound) {
                return buckets.getCount(i);
            }
        }
        throw new AssertionError("no bucket " + bound);
    }
}
