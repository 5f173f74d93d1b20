package io.pharos.protocol.route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generated values of every body. */
final class Bodies {
    private Bodies() {}

    static Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("\"\\/:{},%|\u00e9\u5317\n\t")
                .ofMaxLength(12);
    }

    static Arbitrary<String> names() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("%|_-.\u5317")
                .ofMinLength(1)
                .ofMaxLength(12);
    }

    static Arbitrary<DataVersion> dataVersions() {
        Arbitrary<Long> numbers = Arbitraries.longs();
        return Combinators.combine(numbers, numbers, numbers).as(DataVersion::new);
    }

    static Arbitrary<QueueMapping> mappings(String topic) {
        Arbitrary<Integer> ids = Arbitraries.integers();
        return Combinators.combine(
                        texts().injectNull(0.2),
                        ids,
                        names().injectNull(0.2),
                        Arbitraries.longs(),
                        Arbitraries.of(true, false),
                        Arbitraries.maps(ids, ids).ofMaxSize(4))
                .as((scope, total, broker, epoch, dirty, map) ->
                        new QueueMapping(topic, scope, total, broker, epoch, dirty, new TreeMap<>(map)));
    }

    static Arbitrary<TopicConfig> topics() {
        Arbitrary<Integer> numbers = Arbitraries.integers();
        return Combinators.combine(
                        names(),
                        numbers,
                        numbers,
                        numbers,
                        numbers,
                        Arbitraries.of(true, false),
                        Arbitraries.of("SINGLE_TAG", "MULTI_TAG"),
                        Arbitraries.maps(names(), texts()).ofMaxSize(3))
                .as(TopicConfig::new);
    }

    static Arbitrary<Registration> registrations() {
        Arbitrary<Map<String, TopicConfig>> topics = topics().list()
                .ofMaxSize(6)
                .map(list -> {
                    Map<String, TopicConfig> byName = new LinkedHashMap<>();
                    list.forEach(topic -> byName.put(topic.name(), topic));
                    return byName;
                });
        Arbitrary<Map<String, QueueMapping>> mappings = names().flatMap(Bodies::mappings)
                .list()
                .ofMaxSize(3)
                .map(list -> {
                    Map<String, QueueMapping> byTopic = new LinkedHashMap<>();
                    list.forEach(mapping -> byTopic.put(String.valueOf(mapping.topic()), mapping));
                    return byTopic;
                });
        return Combinators.combine(
                        dataVersions(), topics, mappings, texts().list().ofMaxSize(3))
                .as(Registration::new);
    }

    static Arbitrary<SortedMap<Long, String>> addresses() {
        return Arbitraries.maps(Arbitraries.longs(), texts()).ofMaxSize(4).map(TreeMap::new);
    }

    static Arbitrary<BrokerData> brokers() {
        return Combinators.combine(names(), names(), addresses(), texts().injectNull(0.5), Arbitraries.of(true, false))
                .as(BrokerData::new);
    }

    static Arbitrary<QueueData> queues() {
        Arbitrary<Integer> numbers = Arbitraries.integers();
        return Combinators.combine(names(), numbers, numbers, numbers, numbers).as(QueueData::new);
    }

    static Arbitrary<TopicRoute> routes() {
        return Combinators.combine(
                        brokers().list().ofMaxSize(3),
                        queues().list().ofMaxSize(3),
                        Arbitraries.maps(texts(), texts().list().ofMaxSize(2)).ofMaxSize(2),
                        texts().injectNull(0.5),
                        Arbitraries.maps(names(), mappings("St")).ofMaxSize(2).injectNull(0.5))
                .as(TopicRoute::new);
    }

    static Arbitrary<ClusterInfo> clusters() {
        return Combinators.combine(
                        Arbitraries.maps(names(), brokers()).ofMaxSize(3),
                        Arbitraries.maps(names(), names().list().ofMaxSize(3)).ofMaxSize(3))
                .as((brokers, clusters) -> {
                    SortedMap<String, SortedSet<String>> sets = new TreeMap<>();
                    clusters.forEach((name, list) -> sets.put(name, new TreeSet<>(list)));
                    return new ClusterInfo(new TreeMap<>(brokers), sets);
                });
    }

    static Registration small() {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        topics.put(
                "Orders", new TopicConfig("Orders", 8, 8, 6, 0, false, "SINGLE_TAG", Map.of("message.type", "NORMAL")));
        topics.put("St", new TopicConfig("St", 2, 2, 6, 0, false, "SINGLE_TAG", Map.of()));
        SortedMap<Integer, Integer> ids = new TreeMap<>(Map.of(0, 0, 1, 1));
        QueueMapping mapping = new QueueMapping("St", "__global__", 2, "broker-a", 1_700_000_000_000L, false, ids);
        return new Registration(
                new DataVersion(0, 1_700_000_000_000L, 5), topics, Map.of("St", mapping), List.of("10.0.0.9:1"));
    }
}
