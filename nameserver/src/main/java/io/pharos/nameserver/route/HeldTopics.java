package io.pharos.nameserver.route;

import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one broker group has registered: queue data and static mapping by topic. Equal queue data are one object. Owned
 * by the route writer.
 */
final class HeldTopics {
    private static final int MAX_SHARED = 1024;

    private final String brokerName;
    private final Map<String, QueueData> queues = new HashMap<>();
    private final Map<String, QueueMapping> mappings = new HashMap<>();
    private final Map<QueueData, QueueData> shared = new HashMap<>();

    HeldTopics(String brokerName) {
        this.brokerName = brokerName;
    }

    int size() {
        return queues.size();
    }

    Set<String> names() {
        return queues.keySet();
    }

    Map<String, QueueData> queues() {
        return queues;
    }

    @Nullable
    QueueMapping mapping(String topic) {
        return mappings.get(topic);
    }

    /** The topics of a registration that are not held as it has them. */
    List<TopicConfig> news(Registration registration) {
        List<TopicConfig> news = new ArrayList<>();
        for (TopicConfig config : registration.topics().values()) {
            QueueData old = queues.get(config.name());
            if (old == null || !same(old, config)) {
                news.add(config);
            }
        }
        return news;
    }

    /**
     * Takes over what a registration names; what it doesn't name stays.
     *
     * @param news of that registration
     */
    Changes merge(Registration registration, List<TopicConfig> news, RouteView view) {
        Set<String> changed = new HashSet<>();
        Set<String> added = new HashSet<>();
        for (TopicConfig config : news) {
            String name = view.canonical(config.name());
            if (!queues.containsKey(name)) {
                added.add(name);
            }
            put(name, queueData(config));
            changed.add(name);
        }
        for (Map.Entry<String, QueueMapping> entry : registration.mappings().entrySet()) {
            String topic = entry.getKey();
            if (queues.containsKey(topic)
                    && !entry.getValue().equals(mappings.put(view.canonical(topic), entry.getValue()))) {
                changed.add(topic);
            }
        }
        return new Changes(changed, added);
    }

    /** Whether that is a change. */
    boolean put(String topic, QueueData queue) {
        if (shared.size() >= MAX_SHARED) {
            shared.clear();
        }
        QueueData first = shared.putIfAbsent(queue, queue);
        return !queue.equals(queues.put(topic, first == null ? queue : first));
    }

    void putMapping(String topic, QueueMapping mapping) {
        mappings.put(topic, mapping);
    }

    boolean remove(String topic) {
        mappings.remove(topic);
        return queues.remove(topic) != null;
    }

    void removeMapping(String topic) {
        mappings.remove(topic);
    }

    /** What is held and not among these names, which must all be held. */
    Set<String> missingFrom(Set<String> names) {
        if (names.size() == queues.size()) {
            return Set.of();
        }
        Set<String> missing = new HashSet<>();
        for (String held : queues.keySet()) {
            if (!names.contains(held)) {
                missing.add(held);
            }
        }
        return missing;
    }

    /** What has a static mapping and is named by the registration without one. */
    Set<String> unmappedBy(Registration registration) {
        Set<String> unmapped = new HashSet<>();
        for (String topic : mappings.keySet()) {
            if (registration.topics().containsKey(topic)
                    && !registration.mappings().containsKey(topic)) {
                unmapped.add(topic);
            }
        }
        return unmapped;
    }

    private QueueData queueData(TopicConfig config) {
        return new QueueData(
                brokerName, config.readQueues(), config.writeQueues(), config.permission(), config.sysFlag());
    }

    private static boolean same(QueueData old, TopicConfig config) {
        return old.readQueues() == config.readQueues()
                && old.writeQueues() == config.writeQueues()
                && old.permission() == config.permission()
                && old.sysFlag() == config.sysFlag();
    }

    /**
     * What a registration changed.
     *
     * @param topics whose entry differs now, {@code added} included
     * @param added topics that were not held before
     */
    record Changes(Set<String> topics, Set<String> added) {}
}
