package io.pharos.bench.micro;

import io.pharos.base.Clock;
import io.pharos.nameserver.route.BrokerIdentity;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.Origin;
import io.pharos.nameserver.route.RegistrationHeader;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteEncoder;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The answer to a route query over 32 brokers, kept and made anew, and reading a registration of 10,000 topics. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class RouteBenchmark {
    private static final int BROKERS = 32;
    private static final RouteEncoder ENCODER =
            (route, strict) -> RouteCodec.encode(route, strict ? JsonDialect.STANDARD : JsonDialect.UNQUOTED_KEYS);

    private final Routes keeping = routes(64 << 20);
    private final Routes forgetting = routes(1);
    private final RouteQuery query = new RouteQuery("trade-order_created_1", true, null);
    private final ByteBuffer plain = ByteBuffer.wrap(RegistrationCodec.encodePlain(registration(10_000), 1));
    private final ByteBuffer deflated = ByteBuffer.wrap(RegistrationCodec.encodeDeflated(registration(10_000), true));

    private static Routes routes(long answerBytes) {
        Routes routes =
                new Routes(Clock.system(), Runnable::run, RouteSettings.DEFAULT, new NoEffects(), ENCODER, answerBytes);
        for (int i = 0; i < BROKERS; i++) {
            BrokerIdentity identity = new BrokerIdentity("c", "broker-" + i, 0, "10.0.0." + (i + 1) + ":10911");
            RegistrationHeader header = new RegistrationHeader(identity, "", null, null, false, 0);
            routes.register(header, registration(100), null, new Origin(i + 1L, () -> true));
        }
        return routes;
    }

    private static Registration registration(int count) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = "trade-order_created_" + i;
            topics.put(name, new TopicConfig(name, 8, 8, 6, 0, false, "SINGLE_TAG", Map.of()));
        }
        return new Registration(new DataVersion(0, 1_790_000_000_000L, 1), topics, Map.of(), List.of());
    }

    /** Asked for before, nothing has changed since. */
    @Benchmark
    public Reply keptAnswer() {
        return keeping.route(query);
    }

    /** The first question after a change. */
    @Benchmark
    public Reply freshAnswer() {
        return forgetting.route(query);
    }

    /** The plain body of 10,000 topics. */
    @Benchmark
    public Registration decodePlain() {
        return RegistrationCodec.decode(513, false, plain.duplicate());
    }

    /** The deflated body of 10,000 topics. */
    @Benchmark
    public Registration decodeDeflated() {
        return RegistrationCodec.decode(513, true, deflated.duplicate());
    }

    private static final class NoEffects implements RouteEffects {
        @Override
        public void minBrokerIdChanged(MinBrokerIdChange change) {}

        @Override
        public void closeSilentConnection(long connectionId) {}
    }
}
