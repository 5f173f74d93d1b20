package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONWriter;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.apache.rocketmq.remoting.protocol.statictopic.TopicQueueMappingInfo;

/** {@link RouteCodec} with {@link TopicRoute}, and the original's {@link TopicRouteData}, in both dialects. */
class RouteBodyProperties {

    @Property(tries = 150)
    void theOriginalReadsOurRoutes(@ForAll("routes") TopicRoute route, @ForAll JsonDialect dialect) {
        byte[] body = RouteCodec.encode(route, dialect);

        TopicRouteData read = RemotingSerializable.decode(body, TopicRouteData.class);

        assertThat(Routes.ours(read)).isEqualTo(route);
        assertThat(read.topicRouteDataChanged(Routes.theirs(route))).isFalse();
    }

    @Property(tries = 150)
    void weReadTheRoutesOfTheOriginal(@ForAll("routes") TopicRoute route, @ForAll JsonDialect dialect) {
        byte[] body = encode(Routes.theirs(route), dialect);

        assertThat(RouteCodec.decode(ByteBuffer.wrap(body))).isEqualTo(route);
    }

    @Example
    void dialectsNameTheSameForms() {
        TopicRoute route = new TopicRoute(
                List.of(new io.pharos.protocol.route.BrokerData(
                        "c", "b", new TreeMap<>(Map.of(0L, "10.0.0.1:1")), null, false)),
                List.of(),
                Map.of(),
                null,
                null);
        for (JsonDialect dialect : JsonDialect.values()) {
            assertThat(RouteCodec.encode(route, dialect)).isEqualTo(encode(Routes.theirs(route), dialect));
        }
    }

    /** Passing a mapping on without its scope means the same to every client, because they all assume the default. */
    @Example
    void aMappingWithoutScopeHasTheDefaultInTheOriginalAndStaysWithoutHere() {
        QueueMapping mapping = new QueueMapping("St", null, 1, "b", 1, false, new TreeMap<>());
        TopicRoute route = new TopicRoute(List.of(), List.of(), Map.of(), null, Map.of("b", mapping));
        byte[] body = RouteCodec.encode(route, JsonDialect.STANDARD);

        TopicRouteData theirs = RemotingSerializable.decode(body, TopicRouteData.class);

        assertThat(theirs.getTopicQueueMappingByBroker().get("b"))
                .extracting(TopicQueueMappingInfo::getScope)
                .isEqualTo("__global__");
        assertThat(RouteCodec.decode(ByteBuffer.wrap(body))).isEqualTo(route);
    }

    @Provide
    Arbitrary<TopicRoute> routes() {
        return Values.routes();
    }

    /** As the original's name server answers a client that wants standard JSON, and one that does not say. */
    private static byte[] encode(TopicRouteData route, JsonDialect dialect) {
        return switch (dialect) {
            case STANDARD ->
                route.encode(JSONWriter.Feature.BrowserCompatible, JSONWriter.Feature.SortMapEntriesByKeys);
            case UNQUOTED_KEYS -> route.encode();
        };
    }
}
