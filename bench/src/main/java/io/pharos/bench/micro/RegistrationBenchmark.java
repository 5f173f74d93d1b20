package io.pharos.bench.micro;

import io.pharos.base.Clock;
import io.pharos.nameserver.route.BodyPrint;
import io.pharos.nameserver.route.BrokerIdentity;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.Origin;
import io.pharos.nameserver.route.RegistrationHeader;
import io.pharos.nameserver.route.RegistrationResult;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the route writer does with a registration of 10,000 topics from one of 32 brokers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class RegistrationBenchmark {
    private static final int TOPICS = 10_000;
    private static final int BROKERS = 32;

    private final Routes routes = new Routes(
            Clock.system(), Runnable::run, RouteSettings.DEFAULT, new NoEffects(), (route, strict) -> new byte[0], 1);
    private final ByteBuffer body = ByteBuffer.allocate(1_700_000);
    private final Registration one = registration(1, 8);
    private final Registration other = registration(2, 9);
    private boolean flip;

    /** Registers all brokers. */
    public RegistrationBenchmark() {
        for (int i = 0; i < BROKERS; i++) {
            routes.register(header(i), one, BodyPrint.of(body), new Origin(i + 1L, () -> true));
        }
    }

    private static RegistrationHeader header(int broker) {
        BrokerIdentity identity = new BrokerIdentity("c", "broker-" + broker, 0, "10.0.0." + (broker + 1) + ":10911");
        return new RegistrationHeader(identity, "", null, null, false, 0);
    }

    private static Registration registration(long counter, int queues) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (int i = 0; i < TOPICS; i++) {
            String name = "trade-order_created_" + i;
            topics.put(name, new TopicConfig(name, i == 0 ? queues : 8, 8, 6, 0, false, "SINGLE_TAG", Map.of()));
        }
        return new Registration(new DataVersion(0, 1_790_000_000_000L, counter), topics, Map.of(), List.of());
    }

    /** The same bytes again: the check that spares everything else. */
    @Benchmark
    public @Nullable RegistrationResult unchanged() {
        return routes.unchanged(header(0), body, 1);
    }

    /** One topic of 10,000 differs: finding it and publishing it, the decoding apart. */
    @Benchmark
    public Object oneChanged() {
        flip = !flip;
        return routes.register(header(1), flip ? other : one, null, new Origin(2, () -> true));
    }

    private static final class NoEffects implements RouteEffects {
        @Override
        public void minBrokerIdChanged(MinBrokerIdChange change) {}

        @Override
        public void closeSilentConnection(long connectionId) {}
    }
}
