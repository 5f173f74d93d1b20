package io.pharos.nameserver.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The registrations that hold, by cluster and address. Entered and removed by the route writer, found by any thread. */
final class LiveBrokers {
    private final ConcurrentHashMap<Key, LiveBroker> brokers = new ConcurrentHashMap<>();

    @Nullable
    LiveBroker find(String cluster, String address) {
        return brokers.get(new Key(cluster, address));
    }

    /** Those whose connection this is. */
    List<LiveBroker> over(long connectionId) {
        List<LiveBroker> found = new ArrayList<>();
        for (LiveBroker broker : brokers.values()) {
            if (broker.connection() == connectionId) {
                found.add(broker);
            }
        }
        return found;
    }

    List<LiveBroker> all() {
        return List.copyOf(brokers.values());
    }

    int size() {
        return brokers.size();
    }

    void put(LiveBroker broker) {
        brokers.put(key(broker), broker);
    }

    void remove(LiveBroker broker) {
        brokers.remove(key(broker), broker);
    }

    private static Key key(LiveBroker broker) {
        return new Key(broker.identity().cluster(), broker.identity().address());
    }

    private record Key(String cluster, String address) {}
}
