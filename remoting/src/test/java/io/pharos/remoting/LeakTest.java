package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.pharos.protocol.frame.SerializeType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LeakTest {

    private static long buffersInUse() {
        return PooledByteBufAllocator.DEFAULT.metric().directArenas().stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    @Test
    void everyBufferIsGivenBackWhateverBecomesOfItsRequest() throws Exception {
        long before = buffersInUse();
        try (Rig rig = new Rig()) {
            List<CompletableFuture<?>> calls = new ArrayList<>();
            String content = "x".repeat(20_000);
            for (int i = 0; i < 200; i++) {
                for (int code : new int[] {Ping.ECHO, Ping.WORKER, Ping.BROKEN, Ping.REFUSED, Ping.BUSY, 12345}) {
                    Ping ping = new Ping(code, "n", content);
                    calls.add(rig.client.call(rig.address, ping, Duration.ofSeconds(20)));
                }
            }
            for (CompletableFuture<?> call : calls) {
                call.get(20, TimeUnit.SECONDS);
            }
            for (int i = 0; i < 20; i++) {
                try (Raw raw = new Raw(rig.server.port())) {
                    raw.send(
                            Raw.join(Raw.request(Ping.WORKER, i, 513, 0, SerializeType.JSON), new byte[] {0, 0, 9, 9}));
                }
                try (Raw raw = new Raw(rig.server.port())) {
                    raw.send(Raw.join(Raw.echo(i), new byte[] {-1, 1, 1, 1}));
                    raw.read();
                }
            }
        }
        Awaitility.await().untilAsserted(() -> assertThat(buffersInUse()).isEqualTo(before));
    }
}
