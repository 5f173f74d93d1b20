package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteExplanationTest {
    private static final Decision FENCE = new Decision(
            FenceKey.broker("c", "a"), new Stamp(8, 0, "n1"), true, 9, new Decision.By("h:1", null), "drain", null);

    @Test
    void theBodyIsAsDescribed() {
        RouteExplanation explanation = new RouteExplanation(
                new ExplainRoute("t", "10.0.0.1:5", "z"),
                10,
                new RouteExplanation.Outcome("found", 0, null, "1 broker has it"),
                "run-7-z5",
                "a:4",
                List.of(new RouteExplanation.Broker(
                        "c",
                        "a",
                        "y",
                        "another zone",
                        new RouteExplanation.Queues(8, 4, 6, 4, List.of("broker_fence"), List.of(FENCE), false),
                        "h:2",
                        List.of(
                                new RouteExplanation.Member(1, "h:2", "live", 3L, 4L, 5L, "p:6"),
                                new RouteExplanation.Member(2, "h:3", "gone", null, null, null, null)),
                        1)),
                2,
                List.of(new RouteExplanation.Left("c", "b", "silent", 7)));

        byte[] body = explanation.encode();

        assertThat(new String(body, StandardCharsets.UTF_8))
                .isEqualTo("{\"topic\":\"t\",\"clientAddress\":\"10.0.0.1:5\",\"zone\":\"z\",\"now\":10,"
                        + "\"result\":\"found\",\"code\":0,\"summary\":\"1 broker has it\",\"revision\":\"run-7-z5\","
                        + "\"orderConf\":\"a:4\",\"brokers\":[{\"cluster\":\"c\",\"brokerName\":\"a\",\"zone\":\"y\","
                        + "\"leftOut\":\"another zone\",\"readQueues\":8,\"writeQueues\":4,"
                        + "\"registeredPermission\":6,\"answeredPermission\":4,"
                        + "\"writesStoppedBy\":[\"broker_fence\"],"
                        + "\"fences\":[{\"cluster\":\"c\",\"brokerName\":\"a\",\"stamp\":\"8-0-n1\",\"fenced\":true,"
                        + "\"since\":9,\"address\":\"h:1\",\"reason\":\"drain\"}],\"writable\":false,"
                        + "\"actingMaster\":\"h:2\",\"members\":["
                        + "{\"brokerId\":1,\"address\":\"h:2\",\"state\":\"live\",\"silentMillis\":3,"
                        + "\"goneInMillis\":4,\"connection\":5,\"peer\":\"p:6\"},"
                        + "{\"brokerId\":2,\"address\":\"h:3\",\"state\":\"gone\"}],\"membersLeftOut\":1}],"
                        + "\"brokersLeftOut\":2,\"left\":[{\"cluster\":\"c\",\"brokerName\":\"b\","
                        + "\"why\":\"silent\",\"agoMillis\":7}]}");
        assertThat(decode(new String(body, StandardCharsets.UTF_8))).isEqualTo(explanation);
    }

    @Test
    void whatIsMissingOrUnknownIsNoError() {
        RouteExplanation empty = decode("{\"later\":[{}]}");

        assertThat(empty)
                .isEqualTo(new RouteExplanation(
                        new ExplainRoute("", null, null),
                        0,
                        new RouteExplanation.Outcome("", 0, null, ""),
                        "",
                        null,
                        List.of(),
                        0,
                        List.of()));
        RouteExplanation sparse = decode(
                "{\"brokers\":[{\"later\":{\"x\":1},\"members\":[{\"later\":1}]},{}],\"left\":[{\"later\":[]}]}");
        assertThat(sparse.brokers()).hasSize(2);
        assertThat(sparse.brokers().get(0).members()).hasSize(1);
        assertThat(sparse.left()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "7",
                "{}{}",
                "{\"brokers\":{}}",
                "{\"brokers\":[7]}",
                "{\"brokers\":[{}",
                "{\"brokers\":[",
                "{\"left\":7}",
                "{\"code\":99999999999}",
                "{\"now\":\"x\"}",
                "{\"brokers\":[{\"fences\":[{}]}]}",
                "{\"brokers\":[{\"members\":7}]}",
                "{\"brokers\":[{\"writesStoppedBy\":\"x\"}]}",
            })
    void whatIsNoExplanationIsRefused(String body) {
        assertThatThrownBy(() -> decode(body)).isInstanceOf(RequestFailed.class).hasMessageContaining(" refused: ");
    }

    private static RouteExplanation decode(String body) {
        return RouteExplanation.decode(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
    }
}
