package io.pharos.nameserver.route;

import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A broker process with a topic table of its own, which says of it what a stock broker says. */
final class BrokerActor {
    private static final int CHOICES = 8;

    private final RouteWorld world;
    private final String address;
    private final List<Long> connections = new ArrayList<>();
    private final Map<String, TopicConfig> table = new TreeMap<>();
    private final Map<String, QueueMapping> mappings = new TreeMap<>();
    private String cluster;
    private String name;
    private long id;
    private @Nullable Boolean acting;
    private @Nullable String zone;
    private @Nullable Long timeoutMillis;
    private List<String> filters = List.of();
    private WireBody.Form form = WireBody.Form.PLAIN;
    private long stateVersion;
    private long counter = 1;
    private long toldCounter;
    private long stamp;

    BrokerActor(RouteWorld world, String cluster, String name, long id, String address, @Nullable Boolean acting) {
        this.world = world;
        this.cluster = cluster;
        this.name = name;
        this.id = id;
        this.address = address;
        this.acting = acting;
        this.zone = id == 0 ? "z1" : null;
        table.put("t0", RoutesFixture.topic("t0", 4, 6));
    }

    BrokerIdentity who() {
        return new BrokerIdentity(cluster, name, id, address);
    }

    /** The connection that it uses now, an older or new one, or another broker's. */
    long connection(int choice, BrokerActor other) {
        connections.removeIf(connection -> !world.isOpen(connection));
        if (choice % CHOICES == 7 && !other.connections.isEmpty()) {
            return other.connection(0, other);
        }
        if (connections.isEmpty() || choice % CHOICES == 5) {
            connections.add(world.connect());
        }
        boolean older = choice % CHOICES == 6;
        return older ? connections.get(choice / CHOICES % connections.size()) : connections.get(connections.size() - 1);
    }

    void registerWhole(long connection) {
        toldCounter = counter;
        send(all(), mappings, true, connection);
    }

    /** Pieces one after the other; some are refused, or lost together with the connection. */
    void registerSplit(int size, int seed, long connection) {
        Random random = new Random(seed);
        List<TopicConfig> all = new ArrayList<>(all());
        Collections.shuffle(all, new Random(size));
        boolean versionPerPiece = random.nextInt(3) == 0;
        int lostAfter = random.nextInt(4) == 0 ? random.nextInt(all.size()) : all.size();
        toldCounter = counter;
        for (int from = 0; from < all.size(); from += size) {
            if (from > lostAfter) {
                connections.remove(connection);
                return;
            }
            boolean last = from + size >= all.size();
            List<TopicConfig> piece = all.subList(from, Math.min(all.size(), from + size));
            int fate = random.nextInt(10);
            if (fate == 0) {
                world.refuse(header(), connection);
            } else if (fate == 1) {
                sendUnfit(piece, connection);
            } else {
                send(piece, last ? mappings : Map.of(), false, connection);
            }
            counter += versionPerPiece ? 1 : 0;
        }
    }

    /** One changed topic alone, with or without a new data version. */
    void registerOne(int which, int how, long connection) {
        TopicConfig topic = RoutesFixture.topic(pick(which), 1 + how % 3, 2 + how % 6);
        table.put(topic.name(), topic);
        counter += how % CHOICES == 7 ? 0 : 1;
        QueueMapping mapping = mappings.get(topic.name());
        boolean plain = counter > toldCounter;
        send(List.of(topic), mapping == null ? Map.of() : Map.of(topic.name(), mapping), plain, connection);
    }

    void registerUnfit(long connection) {
        sendUnfit(all(), connection);
    }

    void refuse(long connection) {
        world.refuse(header(), connection);
    }

    void heartbeat(long connection) {
        world.heartbeat(who(), connection);
    }

    void change(int which, int how) {
        String topic = pick(which);
        counter++;
        switch (how % 6) {
            case 0, 1 -> {
                table.remove(topic);
                mappings.remove(topic);
            }
            case 2 -> mappings.remove(topic);
            case 3 -> {
                table.putIfAbsent(topic, RoutesFixture.topic(topic, 4, 6));
                mappings.put(
                        topic,
                        new QueueMapping(
                                topic, "__global__", 4, null, 1L + how % 2, false, new TreeMap<>(Map.of(0, which))));
            }
            default ->
                table.put(
                        topic,
                        new TopicConfig(topic, 1 + how % 5, 4, 2 + how % 6, how % 4, false, "SINGLE_TAG", Map.of()));
        }
    }

    /** It comes back with another role, name or cluster. */
    void become(int what, int how) {
        switch (what % 6) {
            case 0 -> name = List.of("a", "b", "d").get(how % 3);
            case 1 -> cluster = how % 2 == 0 ? "c1" : "c2";
            case 2 -> stateVersion = how % 3;
            default -> id = how % 4 - 1L;
        }
    }

    void changeHeader(int what, int how) {
        switch (what % 5) {
            case 0 -> zone = how % 3 == 0 ? null : "z" + how % 3;
            case 1 -> timeoutMillis = how % 3 == 0 ? null : (Long) (how % 3 == 1 ? 10_000L : 300_000L);
            case 2 -> acting = how % 3 == 0 ? null : (Boolean) (how % 3 == 1);
            case 3 -> filters = how % 2 == 0 ? List.of() : List.of("filter" + how % 3 + ":1");
            default -> form = WireBody.FORMS.get(how % WireBody.FORMS.size());
        }
    }

    private void send(
            Collection<TopicConfig> topics, Map<String, QueueMapping> mapped, boolean plain, long connection) {
        WireBody body = WireBody.of(form, registration(topics, mapped), stamp++);
        Set<String> owned = new TreeSet<>(table.keySet());
        owned.addAll(RoutesFixture.sentinels(header()));
        Set<String> ownedMappings = form == WireBody.Form.BARE ? Set.of() : mappings.keySet();
        world.register(header(), body, plain, new RouteWorld.Owned(owned, ownedMappings), connection);
    }

    private void sendUnfit(Collection<TopicConfig> topics, long connection) {
        List<TopicConfig> unfit = new ArrayList<>(topics);
        unfit.add(RoutesFixture.topic("no/topic", 4, 6));
        world.registerUnfit(header(), registration(unfit, Map.of()), connection);
    }

    private Registration registration(Collection<TopicConfig> topics, Map<String, QueueMapping> mapped) {
        Map<String, TopicConfig> named = new LinkedHashMap<>();
        topics.forEach(topic -> named.put(topic.name(), topic));
        Map<String, QueueMapping> hosted = new LinkedHashMap<>();
        mapped.forEach((topic, mapping) -> hosted.put(
                topic,
                new QueueMapping(
                        topic,
                        mapping.scope(),
                        mapping.totalQueues(),
                        name,
                        mapping.epoch(),
                        mapping.dirty(),
                        mapping.currIdMap())));
        return new Registration(new DataVersion(stateVersion, 7, counter), named, hosted, filters);
    }

    private Collection<TopicConfig> all() {
        Map<String, TopicConfig> all = new TreeMap<>(table);
        RoutesFixture.sentinels(header()).forEach(topic -> all.put(topic, RoutesFixture.topic(topic, 1, 6)));
        return all.values();
    }

    private RegistrationHeader header() {
        return new RegistrationHeader(
                who(), "ha-" + address, zone, timeoutMillis, acting, WireBody.FORMS.indexOf(form));
    }

    private static String pick(int which) {
        return RoutePicture.PLAIN_TOPICS.get(which % RoutePicture.PLAIN_TOPICS.size());
    }
}
