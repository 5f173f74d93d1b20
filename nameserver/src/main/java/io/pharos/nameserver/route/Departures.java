package io.pharos.nameserver.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which topics left lately, so that who misses one can be told why. Written by the route writer, read by any thread.
 *
 * <p>The last thousand that left with their broker are kept apart from the last thousand that left alone: a broker
 * takes many topics along, and must not make what operators deleted forgotten.
 */
final class Departures {
    static final int MOST = 1_000;

    /** Brokers that one topic is remembered of. */
    static final int MOST_OF_TOPIC = 16;

    private final ConcurrentHashMap<String, List<Departure>> byTopic = new ConcurrentHashMap<>();
    private final Deque<Departure> withBrokers = new ArrayDeque<>();
    private final Deque<Departure> alone = new ArrayDeque<>();
    private volatile Departure.@Nullable Group lastGroup;

    /** Where a topic was, the latest first; empty when nothing is known. */
    List<Departure> of(String topic) {
        return byTopic.getOrDefault(topic, List.of());
    }

    /** The last broker group that left; null when none did. */
    Departure.@Nullable Group lastGroup() {
        return lastGroup;
    }

    /** Writer only. */
    void left(Departure departure) {
        List<Departure> known = new ArrayList<>();
        known.add(departure);
        for (Departure earlier : of(departure.topic())) {
            if (known.size() < MOST_OF_TOPIC && !earlier.brokerName().equals(departure.brokerName())) {
                known.add(earlier);
            }
        }
        byTopic.put(departure.topic(), List.copyOf(known));
        Deque<Departure> order = departure.why().ofBroker() ? withBrokers : alone;
        order.add(departure);
        if (order.size() > MOST) {
            Departure oldest = order.remove();
            forget(oldest.topic(), oldest);
        }
    }

    /** Writer only: a broker has a topic again. */
    void returned(String topic, String brokerName) {
        for (Departure departure : of(topic)) {
            if (departure.brokerName().equals(brokerName)) {
                forget(topic, departure);
            }
        }
    }

    /** Writer only. */
    void left(Departure.Group group) {
        lastGroup = group;
    }

    private void forget(String topic, Departure departure) {
        List<Departure> rest = new ArrayList<>(of(topic));
        if (rest.remove(departure)) {
            if (rest.isEmpty()) {
                byTopic.remove(topic);
            } else {
                byTopic.put(topic, List.copyOf(rest));
            }
        }
    }
}
