package io.pharos.protocol.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Round trips of every body, and decoders that give a value or a refusal for any bytes. */
class BodyProperties {
    private static final int LATEST = 500;

    @Property(tries = 150)
    void plainRegistrationsComeBack(@ForAll("registrations") Registration registration, @ForAll long millis) {
        ByteBuffer body = ByteBuffer.wrap(RegistrationCodec.encodePlain(registration, millis));
        assertThat(RegistrationCodec.decode(LATEST, false, body)).isEqualTo(registration);
        assertThat(body.position()).isZero();
    }

    @Property(tries = 150)
    void deflatedRegistrationsComeBackButForFlagAndOrder(
            @ForAll("registrations") Registration registration, @ForAll boolean compressed) {
        byte[] body = RegistrationCodec.encodeDeflated(registration, true);
        assertThat(RegistrationCodec.decode(LATEST, compressed, ByteBuffer.wrap(body)))
                .isEqualTo(carriedByLines(registration));
    }

    @Property(tries = 100)
    void legacyRegistrationsComeBackWithoutMappingsAndFilters(@ForAll("registrations") Registration registration) {
        byte[] body = RegistrationCodec.encodeLegacy(registration);
        assertThat(RegistrationCodec.decode(0, true, ByteBuffer.wrap(body)))
                .isEqualTo(new Registration(registration.dataVersion(), registration.topics(), Map.of(), null));
    }

    @Property(tries = 150)
    void routesComeBackInBothDialects(@ForAll("routes") TopicRoute route, @ForAll JsonDialect dialect) {
        assertThat(RouteCodec.decode(ByteBuffer.wrap(RouteCodec.encode(route, dialect))))
                .isEqualTo(route);
    }

    @Property(tries = 100)
    void clustersComeBackInBothDialects(@ForAll("clusters") ClusterInfo info, @ForAll JsonDialect dialect) {
        assertThat(ClusterInfo.decode(ByteBuffer.wrap(info.encode(dialect)))).isEqualTo(info);
    }

    @Property(tries = 100)
    void smallBodiesComeBack(
            @ForAll("brokers") BrokerData broker,
            @ForAll("versions") DataVersion version,
            @ForAll("registrations") Registration registration,
            @ForAll JsonDialect dialect) {
        BrokerMemberGroup group = new BrokerMemberGroup(broker.cluster(), broker.brokerName(), broker.addresses());
        assertThat(BrokerMemberGroup.decode(ByteBuffer.wrap(group.encode(dialect))))
                .isEqualTo(group);
        assertThat(DataVersionCodec.decode(ByteBuffer.wrap(DataVersionCodec.encode(version))))
                .isEqualTo(version);
        TopicList topics = new TopicList(List.copyOf(registration.topics().keySet()), broker.zoneName());
        assertThat(TopicList.decode(ByteBuffer.wrap(topics.encode()))).isEqualTo(topics);
        TreeMap<String, String> table = new TreeMap<>();
        registration.topics().values().forEach(topic -> table.putAll(topic.attributes()));
        KvTable kv = new KvTable(table);
        assertThat(KvTable.decode(ByteBuffer.wrap(kv.encode()))).isEqualTo(kv);
    }

    @Property(tries = 300)
    void damagedBodiesGiveAValueOrARefusal(
            @ForAll("bodies") byte[] body, @ForAll("damage") List<Integer> damage, @ForAll boolean cut) {
        byte[] damaged = body.clone();
        for (int where : damage) {
            damaged[Math.floorMod(where >> 8, damaged.length)] = (byte) where;
        }
        int length = cut && !damage.isEmpty() ? Math.floorMod(damage.get(0), damaged.length) : damaged.length;
        decodersAreTotal(damaged, length);
    }

    @Property(tries = 200)
    void randomBytesGiveAValueOrARefusal(@ForAll byte[] body) {
        decodersAreTotal(body, body.length);
    }

    private static void decodersAreTotal(byte[] bytes, int length) {
        List<Consumer<ByteBuffer>> decoders = List.of(
                body -> RegistrationCodec.decode(LATEST, false, body),
                body -> RegistrationCodec.decode(LATEST, true, body),
                body -> RegistrationCodec.decode(0, false, body),
                RouteCodec::decode,
                ClusterInfo::decode,
                BrokerMemberGroup::decode,
                DataVersionCodec::decode,
                TopicList::decode,
                KvTable::decode,
                body -> assertThat(new RegistrationDecoder(UnaryOperator.identity())
                                .decode(LATEST, false, body, null)
                                .body()
                                .sameContent(body))
                        .isTrue());
        for (Consumer<ByteBuffer> decoder : decoders) {
            try {
                decoder.accept(ByteBuffer.wrap(bytes, 0, length));
            } catch (RequestFailed refused) {
                assertThat(refused.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
                assertThat(refused.remark()).contains(" refused: ").hasSizeLessThan(500);
            }
        }
    }

    private static Registration carriedByLines(Registration registration) {
        Map<String, TopicConfig> topics = new TreeMap<>();
        registration
                .topics()
                .forEach((name, topic) -> topics.put(
                        name,
                        new TopicConfig(
                                name,
                                topic.readQueues(),
                                topic.writeQueues(),
                                topic.permission(),
                                0,
                                false,
                                topic.filterType(),
                                topic.attributes())));
        return new Registration(
                registration.dataVersion(), topics, registration.mappings(), registration.filterServers());
    }

    @Provide
    Arbitrary<byte[]> bodies() {
        return Arbitraries.oneOf(
                Bodies.registrations().map(registration -> RegistrationCodec.encodePlain(registration, 1)),
                Bodies.registrations().map(registration -> RegistrationCodec.encodeDeflated(registration, true)),
                Bodies.registrations().map(RegistrationCodec::encodeLegacy),
                Bodies.routes().map(route -> RouteCodec.encode(route, JsonDialect.UNQUOTED_KEYS)),
                Bodies.clusters().map(info -> info.encode(JsonDialect.UNQUOTED_KEYS)),
                Bodies.dataVersions().map(DataVersionCodec::encode));
    }

    @Provide
    Arbitrary<List<Integer>> damage() {
        return Arbitraries.integers().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<Registration> registrations() {
        return Bodies.registrations();
    }

    @Provide
    Arbitrary<TopicRoute> routes() {
        return Bodies.routes();
    }

    @Provide
    Arbitrary<ClusterInfo> clusters() {
        return Bodies.clusters();
    }

    @Provide
    Arbitrary<BrokerData> brokers() {
        return Bodies.brokers();
    }

    @Provide
    Arbitrary<DataVersion> versions() {
        return Bodies.dataVersions();
    }
}
