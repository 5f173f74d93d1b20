package io.pharos.bench.micro;

import io.pharos.nameserver.route.Origin;
import io.pharos.nameserver.route.RouteEncoder;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RouteCodec;
import java.nio.ByteBuffer;
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
    private static final RouteEncoder ENCODER =
            (route, strict) -> RouteCodec.encode(route, strict ? JsonDialect.STANDARD : JsonDialect.UNQUOTED_KEYS);

    private final Routes keeping = routes(64 << 20);
    private final Routes forgetting = routes(1);
    private final RouteQuery query = new RouteQuery(Fleet.topic(1), true, null);
    private final ByteBuffer plain =
            ByteBuffer.wrap(RegistrationCodec.encodePlain(Fleet.registration(10_000, 1, 8), 1));
    private final ByteBuffer deflated =
            ByteBuffer.wrap(RegistrationCodec.encodeDeflated(Fleet.registration(10_000, 1, 8), true));

    private static Routes routes(long answerBytes) {
        Routes routes = Fleet.routes(ENCODER, answerBytes);
        for (int i = 0; i < Fleet.BROKERS; i++) {
            routes.register(Fleet.header(i), Fleet.registration(100, 1, 8), null, new Origin(i + 1L, () -> true));
        }
        return routes;
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
}
