package io.pharos.bench.micro;

import io.pharos.nameserver.route.Origin;
import io.pharos.nameserver.route.RegistrationHeader;
import io.pharos.nameserver.route.RegistrationResult;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import java.nio.ByteBuffer;
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

    private final Routes routes = Fleet.routes((route, strict) -> new byte[0], 1);
    private final ByteBuffer body = direct(Fleet.registration(TOPICS, 1, 8));
    private final ByteBuffer otherBody = direct(Fleet.registration(TOPICS, 2, 9));
    private boolean flip;

    /** Registers all brokers. */
    public RegistrationBenchmark() {
        for (int i = 0; i < Fleet.BROKERS; i++) {
            register(i, body);
        }
    }

    private Object register(int broker, ByteBuffer bytes) {
        RegistrationHeader header = Fleet.header(broker);
        RegistrationDecoder.Decoded decoded =
                routes.decode(header.identity(), RegistrationCodec.FIRST_FULL_VERSION, false, bytes);
        return routes.register(header, decoded.registration(), decoded.body(), new Origin(broker + 1L, () -> true));
    }

    private static ByteBuffer direct(Registration registration) {
        byte[] bytes = RegistrationCodec.encodePlain(registration, 1);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** The same bytes again: the check that spares everything else. */
    @Benchmark
    public @Nullable RegistrationResult unchanged() {
        return routes.unchanged(Fleet.header(0), body, 1);
    }

    /** One topic of 10,000 differs: reading it, finding it and publishing it. */
    @Benchmark
    public Object oneChanged() {
        flip = !flip;
        return register(1, flip ? otherBody : body);
    }

    /** The same, the reading alone. */
    @Benchmark
    public Object oneChangedRead() {
        return routes.decode(Fleet.header(0).identity(), RegistrationCodec.FIRST_FULL_VERSION, false, otherBody);
    }

    /** A broker that nothing is known of: all of it is read. */
    @Benchmark
    public Object unknownRead() {
        return routes.decode(Fleet.header(Fleet.BROKERS).identity(), RegistrationCodec.FIRST_FULL_VERSION, false, body);
    }
}
