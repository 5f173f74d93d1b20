package io.pharos.interop.codec;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.ClusterInfo;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import io.pharos.protocol.route.TopicRoute;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generated values of all that a body holds. */
final class Values {
    private Values() {}

    static Arbitrary<DataVersion> dataVersions() {
        Arbitrary<Long> numbers = Arbitraries.longs();
        return Combinators.combine(numbers, numbers, numbers).as(DataVersion::new);
    }

    /** Mappings that say their scope: without one the original assumes its default. */
    static Arbitrary<QueueMapping> mappings() {
        Arbitrary<Integer> numbers = Arbitraries.integers();
        return Combinators.combine(
                        Texts.names(),
                        Texts.any(),
                        numbers,
                        Texts.any().injectNull(0.2),
                        Arbitraries.longs(),
                        Arbitraries.of(true, false),
                        Arbitraries.maps(numbers, numbers).ofMaxSize(4).map(TreeMap::new))
                .as(QueueMapping::new);
    }

    static Arbitrary<SortedMap<Long, String>> addresses() {
        return Arbitraries.maps(Arbitraries.longs(), Texts.any()).ofMaxSize(4).map(TreeMap::new);
    }

    static Arbitrary<BrokerData> brokers() {
        return Combinators.combine(
                        Texts.any(), Texts.any(), addresses(), Texts.any().injectNull(0.5), Arbitraries.of(true, false))
                .as(BrokerData::new);
    }

    static Arbitrary<TopicRoute> routes() {
        Arbitrary<Integer> numbers = Arbitraries.integers();
        Arbitrary<QueueData> queues = Combinators.combine(Texts.any(), numbers, numbers, numbers, numbers)
                .as(QueueData::new);
        return Combinators.combine(
                        brokers().list().ofMaxSize(3),
                        queues.list().ofMaxSize(3),
                        Arbitraries.maps(Texts.keys(), Texts.any().list().ofMaxSize(2))
                                .ofMaxSize(2),
                        Texts.any().injectNull(0.5),
                        Arbitraries.maps(Texts.keys(), mappings()).ofMaxSize(2).injectNull(0.4))
                .as(TopicRoute::new);
    }

    static Arbitrary<ClusterInfo> clusters() {
        Arbitrary<SortedSet<String>> names = Texts.any().set().ofMaxSize(3).map(TreeSet::new);
        return Combinators.combine(
                        Arbitraries.maps(Texts.keys(), brokers()).ofMaxSize(3).map(TreeMap::new),
                        Arbitraries.maps(Texts.keys(), names).ofMaxSize(3).map(TreeMap::new))
                .as(ClusterInfo::new);
    }

    static Arbitrary<SortedMap<String, String>> tables() {
        return Arbitraries.maps(Texts.keys(), Texts.any()).ofMaxSize(4).map(TreeMap::new);
    }

    /** Registrations that every form can carry, but for flags, order, mappings and filters that some have no place for. */
    static Arbitrary<Registration> registrations() {
        return Combinators.combine(
                        dataVersions(),
                        topics().list().ofMaxSize(4).map(list -> byName(list, TopicConfig::name)),
                        mappings().list().ofMaxSize(3).map(list -> byName(list, QueueMapping::topic)),
                        Texts.any().list().ofMaxSize(3))
                .as(Registration::new);
    }

    private static Arbitrary<TopicConfig> topics() {
        Arbitrary<Integer> numbers = Arbitraries.integers();
        return Combinators.combine(
                        Texts.topics(),
                        numbers,
                        numbers,
                        numbers,
                        numbers,
                        Arbitraries.of(true, false),
                        Arbitraries.of("SINGLE_TAG", "MULTI_TAG"),
                        attributes())
                .as(TopicConfig::new);
    }

    /** Without blanks: with them the original loses all of a topic's attributes in the deflated form. */
    private static Arbitrary<Map<String, String>> attributes() {
        return Arbitraries.maps(
                        Texts.keys().filter(key -> key.indexOf(' ') < 0),
                        Texts.any().map(text -> text.replace(" ", "")))
                .ofMaxSize(3);
    }

    private static <T> Map<String, T> byName(List<T> list, Function<T, String> name) {
        Map<String, T> byName = new TreeMap<>();
        list.forEach(value -> byName.put(name.apply(value), value));
        return byName;
    }
}
