package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.protocol.route.WatchList;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExtensionRequestsTest {
    private static final ByteBuffer BODY = ByteBuffer.wrap(new byte[] {1, 2});

    private static List<Arguments> requests() {
        return List.of(
                Arguments.of(
                        new SetFence("c", "b", "t", "drain", 1_800_000_000_000L),
                        31_001,
                        "SET_FENCE",
                        "{cluster=c, brokerName=b, topic=t, reason=drain, expiresAt=1800000000000}"),
                Arguments.of(
                        new SetFence(null, null, "t", "drain", null), 31_001, "SET_FENCE", "{topic=t, reason=drain}"),
                Arguments.of(
                        new LiftFence("c", "b", "t", "done"),
                        31_002,
                        "LIFT_FENCE",
                        "{cluster=c, brokerName=b, topic=t, reason=done}"),
                Arguments.of(new ListFences(), 31_003, "LIST_FENCES", "{}"),
                Arguments.of(new GetDecisions("n1"), 31_004, "GET_DECISIONS", "{nonce=n1}"),
                Arguments.of(new GetDivergence(), 31_005, "GET_DIVERGENCE", "{}"),
                Arguments.of(
                        new ExplainRoute("t", "10.0.0.1:5", "z"),
                        31_020,
                        "EXPLAIN_ROUTE",
                        "{topic=t, clientAddress=10.0.0.1:5, zone=z}"),
                Arguments.of(new ExplainRoute("t", null, null), 31_020, "EXPLAIN_ROUTE", "{topic=t}"),
                Arguments.of(
                        new WatchRoutes(true, true, "z", BODY),
                        31_010,
                        "WATCH_ROUTES",
                        "{acceptStandardJsonOnly=true, __ZONE_MODE=true, __ZONE_NAME=z}"),
                Arguments.of(
                        new WatchRoutes(false, false, null, BODY),
                        31_010,
                        "WATCH_ROUTES",
                        "{acceptStandardJsonOnly=false, __ZONE_MODE=false}"),
                Arguments.of(new UnwatchRoutes(BODY), 31_011, "UNWATCH_ROUTES", "{}"),
                Arguments.of(new RouteChanged(BODY), 31_012, "ROUTE_CHANGED", "{}"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void codesNamesAndFieldsAreAsDescribedAndReadAsWritten(Request request, int code, String name, String fields)
            throws Exception {
        RequestSpec<?> spec = request.spec();
        assertThat(spec.code()).isEqualTo(code);
        assertThat(spec.name()).isEqualTo(name);
        assertThat(request.toExt()).hasToString(fields);
        Command frame = Command.request(code, 1, request.toExt(), request.toBody());
        for (SerializeType type : SerializeType.values()) {
            ByteBuffer bytes = ByteBuffer.wrap(FrameCodec.encode(frame, type));
            Command read = FrameCodec.decode(bytes.position(FrameCodec.LENGTH_FIELD));
            assertThat(read.code()).as("16 bits hold it").isEqualTo(code);
            assertThat(spec.decode(read)).isEqualTo(request);
        }
    }

    @Test
    void requestsAndAnswersKeepToTheirParts() {
        assertThat(ExtensionRequests.ALL).allMatch(spec -> spec.code() >= 31_000 && spec.code() < 31_090);
        assertThat(ExtensionCodes.ROUTE_UNCHANGED).isBetween(31_090, 31_099);
        assertThat(WatchRoutes.of(new WatchList(Map.of("t", Optional.empty()))).acceptStandardJsonOnly())
                .isTrue();
    }
}
