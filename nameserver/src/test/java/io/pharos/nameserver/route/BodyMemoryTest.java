package io.pharos.nameserver.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private static final int TOPICS = 100;

    private final RegistrationDecoder decoder = new RegistrationDecoder(new RunPool()::share);

    @Test
    void whatTwoBodiesShareCountsOnce() {
        BodyMemory memory = new BodyMemory(Long.MAX_VALUE);
        KnownBody one = body(1, 8);
        KnownBody same = body(2, 8);
        List<KnownBody> first = memory.remember(List.of(), one);
        long alone = memory.held();
        assertThat(alone).isBetween((long) one.size(), one.size() + references(one));

        List<KnownBody> second = memory.remember(List.of(), same);
        assertThat(memory.held() - alone).isEqualTo(same.ownBytes() + references(same));
        memory.release(first);
        assertThat(memory.held()).isBetween((long) same.size(), same.size() + references(same));
        memory.release(second);
        assertThat(memory.held()).isZero();
    }

    @Test
    void aBodyBeyondTheBoundIsNotKept() {
        KnownBody body = body(1, 8);
        BodyMemory memory = new BodyMemory(body.size() + references(body));
        List<KnownBody> kept = memory.remember(List.of(), body);
        assertThat(kept).containsExactly(body);
        long held = memory.held();

        assertThat(memory.remember(List.of(), body(1, 9))).isEmpty();
        assertThat(memory.held()).isEqualTo(held);
    }

    @Test
    void topicsRegisteredDifferentlyAreNotShared() {
        KnownBody eight = body(1, 8);
        KnownBody nine = body(1, 9);
        assertThat(nine.runs().get(1)).isNotSameAs(eight.runs().get(1));
        assertThat(body(3, 9).runs().get(1)).isSameAs(nine.runs().get(1));
    }

    private static long references(KnownBody body) {
        return 4L * body.runs().size();
    }

    private KnownBody body(long counter, int queues) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (int i = 0; i < TOPICS; i++) {
            topics.put("topic" + i, new TopicConfig("topic" + i, queues, queues, 6, 0, false, "SINGLE_TAG", Map.of()));
        }
        Registration registration = new Registration(new DataVersion(0, 1, counter), topics, Map.of(), List.of());
        byte[] bytes = RegistrationCodec.encodePlain(registration, 1);
        return decoder.decode(RegistrationCodec.FIRST_FULL_VERSION, false, ByteBuffer.wrap(bytes), null)
                .body();
    }
}
