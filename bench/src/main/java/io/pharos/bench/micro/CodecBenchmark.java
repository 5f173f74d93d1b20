package io.pharos.bench.micro;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.MalformedFrame;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.SerializeType;
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

/** Reading a route query's header and writing its answer's, in both forms. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class CodecBenchmark {
    private static final Command QUERY =
            Command.request(105, 123_456_789, ExtFields.of("topic", "trade-order_created_00042"), Command.NO_BODY);

    private final ByteBuffer json = withoutLength(SerializeType.JSON);
    private final ByteBuffer binary = withoutLength(SerializeType.ROCKETMQ);
    private final Command answer = Command.response(123_456_789, Reply.ok(new byte[6000]));

    private static ByteBuffer withoutLength(SerializeType type) {
        byte[] frame = FrameCodec.encode(QUERY, type);
        return ByteBuffer.wrap(frame, FrameCodec.LENGTH_FIELD, frame.length - FrameCodec.LENGTH_FIELD)
                .slice();
    }

    /** A stock client's query. */
    @Benchmark
    public Command decodeJson() throws MalformedFrame {
        return FrameCodec.decode(json);
    }

    /** A query in the compact form. */
    @Benchmark
    public Command decodeBinary() throws MalformedFrame {
        return FrameCodec.decode(binary);
    }

    /** What precedes the body of an answer. */
    @Benchmark
    public byte[] encodeJsonHead() {
        return FrameCodec.encodeHead(answer, SerializeType.JSON);
    }

    /** The same in the compact form. */
    @Benchmark
    public byte[] encodeBinaryHead() {
        return FrameCodec.encodeHead(answer, SerializeType.ROCKETMQ);
    }
}
