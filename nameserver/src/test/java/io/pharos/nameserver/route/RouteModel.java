package io.pharos.nameserver.route;

import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a name server has to know, from {@code docs/compatibility.md}: a list of brokers and a table of topics per broker
 * name, walked from end to end for each event. No index, nothing derived is kept, so that there is nothing to keep in
 * step.
 *
 * <p>When a topic leaves is the one thing that it does not decide: the rule may keep a topic in doubt. It says which
 * topics have to leave and which may, and takes over what was done within these bounds.
 */
final class RouteModel {
    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);

    final List<Broker> brokers = new ArrayList<>();
    final Map<String, Map<String, Entry>> topics = new TreeMap<>();
    final Set<FenceKey> fences = new TreeSet<>();
    final Set<Long> closed = new HashSet<>();
    private long lastScan;

    /** A server that starts. */
    RouteModel(long now) {
        lastScan = now;
    }

    /** One registration that holds. */
    static final class Broker {
        final RegistrationHeader header;
        final List<String> filters;
        final DataVersion version;
        final Duration patience;
        final boolean restored;
        long connection;
        long deadline;

        /** What this broker said as master over {@link #evidenceConnection}, oldest first. */
        final List<Body> bodies = new ArrayList<>();

        final long evidenceConnection;

        Broker(
                RegistrationHeader header,
                List<String> filters,
                DataVersion version,
                Duration patience,
                long connection,
                long now) {
            this.header = header;
            this.filters = filters;
            this.version = version;
            this.patience = patience;
            this.restored = connection == 0;
            this.connection = connection;
            this.evidenceConnection = connection;
            this.deadline = now + patience.toNanos();
        }

        BrokerIdentity who() {
            return header.identity();
        }
    }

    /** What a broker group has of a topic. */
    record Entry(QueueData queue, @Nullable QueueMapping mapping) {}

    /**
     * What a master said, or an operator said about it.
     *
     * @param plain whether a stock broker without splitting sends it so
     * @param lacked topics that were known and not named
     * @param unmapped topics that had a static mapping and were named without one
     */
    record Body(
            boolean whole,
            boolean plain,
            Set<String> named,
            Set<String> mapped,
            Set<String> lacked,
            Set<String> unmapped) {
        static Body nothing(boolean plain, Set<String> named) {
            return new Body(false, plain, named, Set.of(), new TreeSet<>(), new TreeSet<>());
        }
    }

    /** What a whole registration may and must remove. */
    record Leaving(Set<String> may, Set<String> must) {}

    @Nullable
    Broker find(String cluster, String address) {
        for (Broker broker : brokers) {
            if (broker.who().cluster().equals(cluster) && broker.who().address().equals(address)) {
                return broker;
            }
        }
        return null;
    }

    /** Brokers of a name, smallest id first. */
    List<Broker> members(String name) {
        List<Broker> members = new ArrayList<>();
        for (Broker broker : brokers) {
            if (broker.who().brokerName().equals(name)) {
                members.add(broker);
            }
        }
        members.sort(Comparator.comparingLong(member -> member.who().brokerId()));
        return members;
    }

    /** The member that zone and acting master are taken from: the smallest id that is a role. */
    @Nullable
    Broker first(String name) {
        List<Broker> members = members(name);
        for (Broker member : members) {
            if (member.who().brokerId() >= 0) {
                return member;
            }
        }
        return members.isEmpty() ? null : members.get(0);
    }

    Map<String, Entry> topicsOf(String name) {
        return topics.getOrDefault(name, Map.of());
    }

    boolean fenced(String name) {
        Broker first = first(name);
        return first != null && fences.contains(FenceKey.broker(first.who().cluster(), name));
    }

    /** Whether writes to one topic of a group are stopped, apart from the group as a whole. */
    boolean fenced(String name, String topic) {
        Broker first = first(name);
        return fences.contains(FenceKey.topic(topic))
                || (first != null
                        && fences.contains(new FenceKey(topic, first.who().cluster(), name)));
    }

    boolean mayRegister(RegistrationHeader header, Registration registration, long connection) {
        BrokerIdentity who = header.identity();
        Broker own = find(who.cluster(), who.address());
        if (closed.contains(connection) || (own != null && connection < own.connection)) {
            return false;
        }
        for (Broker member : members(who.brokerName())) {
            boolean elsewhere = !member.who().cluster().equals(who.cluster());
            boolean rival = member.who().brokerId() == who.brokerId()
                    && !member.who().address().equals(who.address())
                    && member.version.stateVersion()
                            > registration.dataVersion().stateVersion();
            if (!member.restored && (elsewhere || rival)) {
                return false;
            }
        }
        return true;
    }

    /** Enters an allowed registration, except for what leaves. */
    Leaving register(RegistrationHeader header, Registration registration, boolean plain, long connection, long now) {
        BrokerIdentity who = header.identity();
        String name = who.brokerName();
        Broker own = find(who.cluster(), who.address());
        List<String> filters = registration.filterServers();
        if (filters == null) {
            filters = own != null && own.who().brokerName().equals(name) ? own.filters : List.of();
        }
        Duration patience = header.heartbeatTimeoutMillis() == null
                ? DEFAULT_TIMEOUT
                : Duration.ofMillis(header.heartbeatTimeoutMillis());
        Broker fresh = new Broker(header, filters, registration.dataVersion(), patience, connection, now);
        if (own != null && own.who().equals(who) && own.evidenceConnection == connection) {
            fresh.bodies.addAll(own.bodies);
        }
        if (members(name).stream().anyMatch(member -> !member.who().cluster().equals(who.cluster()))) {
            topics.remove(name);
            brokers.removeIf(member -> member.who().brokerName().equals(name));
        }
        brokers.removeIf(
                member -> member.who().brokerName().equals(name) && member.who().brokerId() == who.brokerId());
        brokers.remove(own);
        brokers.add(fresh);
        topics.keySet().removeIf(group -> members(group).isEmpty());
        boolean master = who.brokerId() == 0;
        if (master || (header.enableActingMaster() != null && who.brokerId() > 0 && first(name) == fresh)) {
            enter(name, registration);
        }
        return master ? judge(fresh, registration, plain) : new Leaving(Set.of(), Set.of());
    }

    private void enter(String name, Registration registration) {
        Map<String, Entry> entries = topics.computeIfAbsent(name, none -> new TreeMap<>());
        for (TopicConfig topic : registration.topics().values()) {
            Entry old = entries.get(topic.name());
            entries.put(
                    topic.name(),
                    new Entry(
                            new QueueData(
                                    name, topic.readQueues(), topic.writeQueues(), topic.permission(), topic.sysFlag()),
                            old == null ? null : old.mapping()));
        }
        registration.mappings().forEach((topic, mapping) -> {
            Entry entry = entries.get(topic);
            if (entry != null) {
                entries.put(topic, new Entry(entry.queue(), mapping));
            }
        });
    }

    private Leaving judge(Broker master, Registration registration, boolean plain) {
        Set<String> named = Set.copyOf(registration.topics().keySet());
        Set<String> mapped = Set.copyOf(registration.mappings().keySet());
        boolean whole = named.containsAll(RoutesFixture.sentinels(master.header));
        Set<String> lacked = new TreeSet<>(topicsOf(master.who().brokerName()).keySet());
        lacked.removeAll(named);
        Set<String> unmapped = new TreeSet<>();
        topicsOf(master.who().brokerName()).forEach((topic, entry) -> {
            if (entry.mapping() != null && named.contains(topic) && !mapped.contains(topic)) {
                unmapped.add(topic);
            }
        });
        Body body = new Body(whole, plain, named, mapped, lacked, unmapped);
        Leaving leaving = whole ? leaving(master.bodies, body) : new Leaving(Set.of(), Set.of());
        master.bodies.add(body);
        return leaving;
    }

    /** May: the whole registration before lacked it too and nothing named it since. Must: and nothing is in doubt. */
    private static Leaving leaving(List<Body> before, Body now) {
        Set<String> may = new TreeSet<>(now.lacked());
        boolean found = false;
        for (int i = before.size() - 1; i >= 0 && !found; i--) {
            Body body = before.get(i);
            found = body.whole();
            if (found) {
                may.retainAll(body.lacked());
            } else {
                may.removeAll(body.named());
            }
        }
        if (!found) {
            return new Leaving(Set.of(), Set.of());
        }
        int last = before.size() - 1;
        boolean certain = now.plain()
                && before.stream().allMatch(Body::plain)
                && before.get(last).whole()
                && (last == 0 || before.get(last - 1).whole());
        return new Leaving(may, certain ? may : Set.of());
    }

    /** Topics whose static mapping may leave with the last body of a master. */
    Set<String> mayLoseMapping(Broker master) {
        int last = master.bodies.size() - 1;
        Body now = master.bodies.get(last);
        Set<String> may = new TreeSet<>(now.unmapped());
        for (int i = last - 1; now.whole() && i >= 0; i--) {
            Body body = master.bodies.get(i);
            if (body.whole()) {
                may.retainAll(body.unmapped());
                return may;
            }
            may.removeAll(body.mapped());
        }
        return Set.of();
    }

    void leave(String name, Predicate<String> gone) {
        Map<String, Entry> entries = topics.get(name);
        if (entries != null) {
            entries.keySet().removeIf(gone);
        }
    }

    void unmap(String name, String topic) {
        Map<String, Entry> entries = topics.get(name);
        Entry entry = entries == null ? null : entries.get(topic);
        if (entries != null && entry != null) {
            entries.put(topic, new Entry(entry.queue(), null));
        }
    }

    /** A body was refused: what came before proves nothing any more. */
    void refused(BrokerIdentity who, long connection) {
        Broker broker = find(who.cluster(), who.address());
        if (broker != null && broker.connection == connection) {
            boolean plain = broker.bodies.stream().allMatch(Body::plain);
            broker.bodies.clear();
            if (!plain) {
                broker.bodies.add(Body.nothing(false, Set.of()));
            }
        }
    }

    boolean heartbeat(String cluster, String address, long connection, long now) {
        Broker broker = find(cluster, address);
        if (broker == null || broker.restored || connection < broker.connection) {
            return false;
        }
        broker.connection = connection;
        broker.deadline = now + broker.patience.toNanos();
        return true;
    }

    void unregister(BrokerIdentity who, long connection) {
        Broker broker = find(who.cluster(), who.address());
        if (broker != null && broker.who().brokerName().equals(who.brokerName()) && connection >= broker.connection) {
            drop(List.of(broker));
        }
    }

    void close(long connection) {
        closed.add(connection);
        drop(brokers.stream().filter(broker -> broker.connection == connection).toList());
    }

    /** Evicts the silent; gives the connections that nobody uses any more. */
    Set<Long> expire(long now, Duration period) {
        long late = now - lastScan - period.toNanos();
        lastScan = now;
        if (late > period.toNanos()) {
            for (Broker broker : brokers) {
                broker.deadline =
                        Math.max(broker.deadline, Math.min(broker.deadline + late, now + broker.patience.toNanos()));
            }
            return Set.of();
        }
        List<Broker> silent =
                brokers.stream().filter(broker -> broker.deadline <= now).toList();
        drop(silent);
        Set<Long> unused = new TreeSet<>();
        for (Broker broker : silent) {
            if (!broker.restored && brokers.stream().noneMatch(other -> other.connection == broker.connection)) {
                unused.add(broker.connection);
            }
        }
        return unused;
    }

    private void drop(List<Broker> gone) {
        brokers.removeAll(gone);
        topics.keySet().removeIf(name -> members(name).isEmpty());
    }

    void deleteTopic(String topic, @Nullable String cluster) {
        topics.forEach((name, entries) -> {
            Broker first = first(name);
            if (first != null && (cluster == null || cluster.equals(first.who().cluster()))) {
                entries.remove(topic);
                for (Broker member : members(name)) {
                    for (Body body : member.bodies) {
                        body.lacked().remove(topic);
                        body.unmapped().remove(topic);
                    }
                }
            }
        });
    }

    boolean registerTopic(String topic, List<QueueData> queues) {
        for (QueueData queue : queues) {
            if (first(queue.brokerName()) == null) {
                return false;
            }
        }
        for (QueueData queue : queues) {
            Map<String, Entry> entries = topics.computeIfAbsent(queue.brokerName(), none -> new TreeMap<>());
            Entry old = entries.get(topic);
            entries.put(topic, new Entry(queue, old == null ? null : old.mapping()));
            for (Broker member : members(queue.brokerName())) {
                member.bodies.add(Body.nothing(true, Set.of(topic)));
            }
        }
        return true;
    }

    /** The server started anew from its warm copy. */
    void restart(Duration patience, long now) {
        List<Broker> restored = new ArrayList<>();
        for (Broker broker : brokers) {
            Broker group = first(broker.who().brokerName());
            RegistrationHeader shown = group == null ? broker.header : group.header;
            RegistrationHeader header = new RegistrationHeader(
                    broker.who(),
                    broker.header.haServerAddress(),
                    shown.zoneName(),
                    null,
                    Boolean.TRUE.equals(shown.enableActingMaster()),
                    0);
            restored.add(new Broker(header, broker.filters, DataVersion.NONE, patience, 0, now));
            closed.add(broker.connection);
        }
        brokers.clear();
        brokers.addAll(restored);
        lastScan = now;
    }
}
