package io.pharos.protocol.namesrv;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any request survives the wire, and any header gives a request or a refusal. */
class RequestRoundTripTest {
    private static final List<String> FIELDS = List.of(
            "namespace",
            "key",
            "value",
            "brokerName",
            "brokerAddr",
            "clusterName",
            "haServerAddr",
            "brokerId",
            "heartbeatTimeoutMillis",
            "enableActingMaster",
            "compressed",
            "bodyCrc32",
            "topic",
            "cluster");

    @Property(tries = 1000)
    void decodingUndoesEncoding(@ForAll("requests") Request request) {
        Command frame = Command.request(request.spec().code(), 1, request.toExt(), request.toBody());
        Request decoded = request.spec().decode(frame);
        assertThat(decoded).isEqualTo(request);
    }

    @Property(tries = 300)
    void anyFieldsGiveARequestOrARefusalThatNamesTheRequest(@ForAll("headers") ExtFields ext) {
        for (RequestSpec<?> spec : NameServerRequests.ALL) {
            try {
                Request request = spec.decode(Command.request(spec.code(), 1, ext, Command.NO_BODY));
                Request again = spec.decode(Command.request(spec.code(), 1, request.toExt(), Command.NO_BODY));
                assertThat(again).isEqualTo(request);
            } catch (RequestFailed refused) {
                assertThat(refused.remark()).startsWith(spec.name() + ": header field ");
            }
        }
    }

    @Provide
    Arbitrary<Request> requests() {
        return Arbitraries.oneOf(brokerRequests(), topicRequests(), kvRequests(), bare());
    }

    @Provide
    Arbitrary<ExtFields> headers() {
        Arbitrary<String> value = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(8),
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.of("true", "1"));
        return Arbitraries.maps(Arbitraries.of(FIELDS), value).map(fields -> {
            ExtFields.Builder ext = ExtFields.builder();
            fields.forEach(ext::put);
            return ext.build();
        });
    }

    private static Arbitrary<Request> brokerRequests() {
        Arbitrary<Request> registrations = Combinators.combine(
                        names(),
                        names(),
                        Arbitraries.strings().injectNull(0.3),
                        Arbitraries.longs().greaterOrEqual(-1),
                        Arbitraries.longs().between(1_000, 3_600_000).injectNull(0.3),
                        Arbitraries.of(true, false).injectNull(0.3),
                        Arbitraries.integers(),
                        bodies())
                .as((name, address, ha, id, timeout, acting, crc, body) ->
                        new RegisterBroker(name, address, name, ha, id, timeout, acting, crc > 0, crc, ha, body));
        Arbitrary<Request> identities = Combinators.combine(names(), names(), names(), Arbitraries.longs(), bodies())
                .flatAs((name, address, cluster, id, body) -> Arbitraries.of(
                        new UnregisterBroker(name, address, cluster, id),
                        new QueryDataVersion(name, address, cluster, id, body),
                        new BrokerHeartbeat(cluster, address, name),
                        new GetBrokerMemberGroup(cluster, name),
                        new WipeWritePermission(name),
                        new AddWritePermission(name),
                        new NotifyMinBrokerIdChange(id, null, address, null, cluster)));
        return Arbitraries.oneOf(registrations, identities);
    }

    private static Arbitrary<Request> topicRequests() {
        return Combinators.combine(
                        names(), Arbitraries.strings().injectNull(0.3), Arbitraries.of(true, false), bodies())
                .flatAs((topic, other, flag, body) -> Arbitraries.of(
                        new GetRouteInfo(topic, flag, !flag, other),
                        new GetRouteInfo(topic, flag, !flag, null, other),
                        new DeleteTopic(topic, other),
                        new RegisterTopic(topic, body),
                        new GetTopicsByCluster(topic),
                        new UpdateNamesrvConfig(body)));
    }

    private static Arbitrary<Request> kvRequests() {
        return Combinators.combine(names(), names(), Arbitraries.strings())
                .flatAs((namespace, key, value) -> Arbitraries.of(
                        new PutKvConfig(namespace, key, value),
                        new GetKvConfig(namespace, key),
                        new DeleteKvConfig(namespace, key),
                        new GetKvListByNamespace(namespace)));
    }

    private static Arbitrary<Request> bare() {
        return Arbitraries.of(
                new GetBrokerClusterInfo(),
                new GetAllTopicList(),
                new GetSystemTopicList(),
                new GetUnitTopicList(),
                new GetHasUnitSubTopicList(),
                new GetHasUnitSubUnunitTopicList(),
                new GetNamesrvConfig());
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings().ofMinLength(1).ofMaxLength(40).filter(name -> !name.isBlank());
    }

    private static Arbitrary<ByteBuffer> bodies() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(32).map(ByteBuffer::wrap);
    }
}
