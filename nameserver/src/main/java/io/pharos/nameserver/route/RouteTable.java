package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The route state machine: applies events one after the other and publishes the outcome in a {@link RouteView}. Every
 * method is the writer's; it reads no clock and does no I/O. A refused event throws {@link RequestFailed} and has
 * changed nothing.
 *
 * <p>Which registration an event belongs to is decided by the order of connections: an event that came over an older
 * connection than the registration's is late and does nothing, one over the same or a newer connection acts.
 */
final class RouteTable {
    private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);
    private static final long MASTER = 0;

    private final RouteView view = new RouteView();
    private final LiveBrokers live = new LiveBrokers();
    private final Map<String, HeldTopics> held = new HashMap<>();
    private final BodyMemory bodies;
    private final RouteEffects effects;
    private RouteSettings settings;
    private Fences fences = Fences.NONE;
    private boolean scanned;
    private long lastScanNanos;

    RouteTable(RouteSettings settings, RouteEffects effects, long maxBodyBytes) {
        this.settings = settings;
        this.effects = effects;
        this.bodies = new BodyMemory(maxBodyBytes);
    }

    RouteView view() {
        return view;
    }

    LiveBrokers live() {
        return live;
    }

    Fences fences() {
        return fences;
    }

    void configure(RouteSettings next) {
        settings = next;
    }

    /** A broker announced itself. */
    RegistrationResult register(
            RegistrationHeader header,
            Registration registration,
            @Nullable KnownBody body,
            Origin origin,
            long nowNanos) {
        BrokerIdentity identity = header.identity();
        Group current = view.group(identity.brokerName());
        HeldTopics before = held.getOrDefault(identity.brokerName(), new HeldTopics(identity.brokerName()));
        List<TopicConfig> news = before.news(registration);
        try {
            RegistrationCheck.check(header, news);
            checkOrder(identity, origin);
            checkConflict(identity, registration.dataVersion(), current);
        } catch (RequestFailed refusal) {
            refused(identity, origin.connectionId());
            throw refusal;
        }
        current = clearTheWay(identity, current);
        Group next = joined(header, registration, current);
        boolean joins = current == null || !current.sameAs(next);
        if (joins) {
            view.putGroup(next);
        }
        LiveBroker broker = enter(header, origin, nowNanos);
        HeldTopics topics = held.computeIfAbsent(identity.brokerName(), HeldTopics::new);
        if (topics != before) {
            // What was held, if anything, has left with those who made way.
            news = topics.news(registration);
        }
        Set<String> changed = new HashSet<>();
        Set<String> removed = Set.of();
        if (mayBringTopics(header, next)) {
            HeldTopics.Changes merged = topics.merge(registration, news, view);
            changed.addAll(merged.topics());
            if (identity.brokerId() == MASTER) {
                removed = leave(broker, registration, topics, merged, changed);
            }
        }
        publish(next, topics, joins ? topics.names() : changed);
        boolean sameMembers = current != null && current.members().equals(next.members());
        if (!sameMembers) {
            forgetBodies(next);
        }
        boolean changes = joins || !changed.isEmpty() || !removed.isEmpty();
        remember(broker, header, registration.dataVersion(), changes ? null : broker.applied(), body);
        if (!sameMembers) {
            LOG.info(
                    "broker registered cluster={} broker={} id={} address={} topics={} connection={}",
                    identity.cluster(),
                    identity.brokerName(),
                    identity.brokerId(),
                    identity.address(),
                    registration.topics().size(),
                    origin.connectionId());
            if (settings.notifyMinBrokerIdChanged()) {
                tell(MinBrokerIdChange.afterJoin(header, current, next));
            }
        }
        return resultFor(identity, next);
    }

    /** A body of this broker was refused, here or before it got here: it may have named topics. */
    void refused(BrokerIdentity identity, long connectionId) {
        LiveBroker broker = live.find(identity.cluster(), identity.address());
        if (broker != null && broker.connection() == connectionId) {
            broker.rule().refused();
        }
    }

    /** Brokers said farewell. Those whose current registration is newer than the farewell stay. */
    void unregister(List<BrokerIdentity> leavers, long connectionId) {
        for (BrokerIdentity leaver : leavers) {
            LiveBroker broker = live.find(leaver.cluster(), leaver.address());
            if (broker != null
                    && broker.identity().brokerName().equals(leaver.brokerName())
                    && broker.accepts(connectionId)) {
                broker.end();
                remove(broker, "unregistered");
            }
        }
    }

    /** A connection is gone, and with it every registration that it carried. */
    void connectionClosed(long connectionId) {
        for (LiveBroker broker : live.over(connectionId)) {
            broker.end();
            remove(broker, "connection closed");
        }
    }

    /**
     * Evicts who was silent for too long. When the scan itself comes late this process was asleep and could hear nobody:
     * that time is given to everybody.
     *
     * @param period at which this is called
     */
    void expire(long nowNanos, Duration period) {
        long late = scanned ? nowNanos - lastScanNanos - period.toNanos() : 0;
        scanned = true;
        lastScanNanos = nowNanos;
        if (late > period.toNanos()) {
            LOG.warn("deadline scan came late lateMillis={} brokers={}", late / 1_000_000, live.size());
            live.all().forEach(broker -> broker.forgive(late, nowNanos));
            return;
        }
        for (LiveBroker broker : live.all()) {
            long connection = broker.connection();
            boolean restored = broker.restored();
            if (broker.endIfSilent(nowNanos)) {
                remove(broker, restored ? "did not come back" : "silent");
                if (!restored && live.over(connection).isEmpty()) {
                    effects.closeSilentConnection(connection);
                }
            }
        }
    }

    /**
     * Stops writes to a broker.
     *
     * @return number of its topics
     */
    int fence(String brokerName) {
        Group group = view.group(brokerName);
        if (group == null) {
            throw unknownBroker("stop-write", brokerName);
        }
        fences = fences.with(group.cluster(), brokerName);
        return refence(group, true);
    }

    /**
     * Gives writes back, exactly as registered.
     *
     * @return number of its topics; 0 for a fenced broker that is away
     */
    int unfence(String brokerName) {
        Group group = view.group(brokerName);
        if (group == null && !fences.holdsName(brokerName)) {
            throw unknownBroker("lifting a stop-write", brokerName);
        }
        fences = fences.without(brokerName);
        return group == null ? 0 : refence(group, false);
    }

    /**
     * An operator deleted a topic. Who still has it brings it back with its next registration.
     *
     * @param cluster only from the brokers of this one; null or empty for all
     */
    void deleteTopic(String topic, @Nullable String cluster) {
        Topic known = view.topic(topic);
        if (known == null) {
            return;
        }
        for (int i = 0; i < known.size(); i++) {
            Group group = known.group(i);
            if (cluster == null || cluster.isEmpty() || cluster.equals(group.cluster())) {
                heldBy(group).remove(topic);
                view.remove(topic, group.name());
                forgetBodies(group);
                LiveBroker master = masterOf(group);
                if (master != null) {
                    master.rule().deleted(topic);
                }
            }
        }
        LOG.info(
                "topic deleted topic={} cluster={}",
                Quoted.bounded(topic),
                cluster == null ? "" : Quoted.bounded(cluster));
    }

    /** A topic was announced apart from registrations: all of it or nothing is entered; of a broker's the last. */
    void registerTopic(String topic, List<QueueData> queues) {
        RegistrationCheck.checkTopic("REGISTER_TOPIC_IN_NAMESRV", topic, queues);
        Map<Group, QueueData> byGroup = new HashMap<>();
        for (QueueData queue : queues) {
            Group group = view.group(queue.brokerName());
            if (group == null) {
                throw unknownBroker("registering topic[" + Quoted.bounded(topic) + "]", queue.brokerName());
            }
            byGroup.put(group, queue);
        }
        byGroup.forEach((group, queue) -> {
            HeldTopics topics = heldBy(group);
            if (topics.put(view.canonical(topic), queue)) {
                publish(group, topics, Set.of(topic));
                forgetBodies(group);
            }
            LiveBroker master = masterOf(group);
            if (master != null) {
                master.rule().announced(topic);
            }
        });
    }

    /** Enters what the warm-start copy held; only into an empty table. */
    void restore(List<RestoredGroup> groups, long nowNanos, Duration patience) {
        if (!view.groups().isEmpty()) {
            throw new IllegalStateException("routes are restored before the first registration only");
        }
        for (RestoredGroup restored : groups) {
            Group group = new Group(
                    restored.cluster(),
                    restored.brokerName(),
                    restored.members(),
                    fences.holds(restored.cluster(), restored.brokerName()));
            view.putGroup(group);
            for (Member member : group.members()) {
                live.put(restoredBroker(group, member, nowNanos, patience.toNanos()));
            }
            HeldTopics topics = held.computeIfAbsent(group.name(), HeldTopics::new);
            restored.queues().forEach((topic, queue) -> topics.put(view.canonical(topic), queue));
            restored.mappings().forEach((topic, mapping) -> topics.putMapping(view.canonical(topic), mapping));
            publish(group, topics, topics.names());
        }
    }

    /** What a broker of a group is told of its master. */
    static RegistrationResult resultFor(BrokerIdentity identity, Group group) {
        Member master = identity.brokerId() == MASTER ? null : group.withId(MASTER);
        return master == null
                ? RegistrationResult.NOTHING
                : new RegistrationResult(master.address(), master.haServerAddress());
    }

    private void checkOrder(BrokerIdentity identity, Origin origin) {
        if (!origin.open().getAsBoolean()) {
            throw refusal(identity, "its connection is closed; register over an open one");
        }
        LiveBroker known = live.find(identity.cluster(), identity.address());
        if (known != null && !known.accepts(origin.connectionId())) {
            throw refusal(identity, "a newer connection has registered it; close that one or use it");
        }
    }

    private void checkConflict(BrokerIdentity identity, DataVersion version, @Nullable Group current) {
        if (current == null) {
            return;
        }
        if (!current.cluster().equals(identity.cluster())) {
            if (!current.restored()) {
                throw refusal(
                        identity,
                        "cluster[" + Quoted.bounded(current.cluster())
                                + "] has a broker of that name; give one of them another name");
            }
            return;
        }
        Member holder = current.withId(identity.brokerId());
        if (holder != null && !holder.address().equals(identity.address()) && !holder.restored()) {
            LiveBroker other = live.find(identity.cluster(), holder.address());
            if (other != null && other.applied().version().stateVersion() > version.stateVersion()) {
                throw refusal(
                        identity,
                        Quoted.bounded(holder.address()) + " holds that id with state version "
                                + other.applied().version().stateVersion() + ", above " + version.stateVersion()
                                + "; stop one of them");
            }
        }
    }

    /** Ends what the new registration takes the place of; gives the group as it is then. */
    private @Nullable Group clearTheWay(BrokerIdentity identity, @Nullable Group current) {
        if (current != null && !current.cluster().equals(identity.cluster())) {
            for (Member member : current.members()) {
                LiveBroker old = live.find(current.cluster(), member.address());
                if (old != null) {
                    old.end();
                    remove(old, "came back in another cluster");
                }
            }
        }
        LiveBroker own = live.find(identity.cluster(), identity.address());
        if (own != null && !own.identity().brokerName().equals(identity.brokerName())) {
            own.end();
            remove(own, "came back under another broker name");
        }
        Group group = view.group(identity.brokerName());
        Member holder = group == null ? null : group.withId(identity.brokerId());
        if (holder != null && !holder.address().equals(identity.address())) {
            LiveBroker other = live.find(identity.cluster(), holder.address());
            if (other != null) {
                other.end();
                bodies.release(other.applied().bodies());
                live.remove(other);
                LOG.warn(
                        "broker id taken over cluster={} broker={} id={} from={} by={}",
                        identity.cluster(),
                        identity.brokerName(),
                        identity.brokerId(),
                        holder.address(),
                        identity.address());
            }
        }
        return group;
    }

    private Group joined(RegistrationHeader header, Registration registration, @Nullable Group current) {
        BrokerIdentity identity = header.identity();
        List<Member> members = new ArrayList<>();
        List<String> filters = registration.filterServers();
        for (Member member : current == null ? List.<Member>of() : current.members()) {
            if (member.address().equals(identity.address()) && filters == null) {
                filters = member.filterServers();
            }
            if (!member.address().equals(identity.address()) && member.id() != identity.brokerId()) {
                members.add(member);
            }
        }
        members.add(new Member(
                identity.brokerId(),
                identity.address(),
                header.haServerAddress(),
                filters == null ? List.of() : filters,
                header.zoneName(),
                Boolean.TRUE.equals(header.enableActingMaster()),
                false));
        return new Group(
                identity.cluster(),
                identity.brokerName(),
                members,
                fences.holds(identity.cluster(), identity.brokerName()));
    }

    private LiveBroker enter(RegistrationHeader header, Origin origin, long nowNanos) {
        BrokerIdentity identity = header.identity();
        LiveBroker known = live.find(identity.cluster(), identity.address());
        boolean same = known != null && known.isOf(identity, origin.connectionId());
        long timeout = timeoutNanos(header);
        if (known != null
                && same
                && known.applied().timeoutNanos() == timeout
                && known.touch(origin.connectionId(), nowNanos)) {
            return known;
        }
        if (known != null) {
            known.end();
            bodies.release(known.applied().bodies());
        }
        LiveBroker fresh = new LiveBroker(
                identity,
                origin.connectionId(),
                nowNanos + timeout,
                new LiveBroker.Applied(header, DataVersion.NONE, timeout, List.of()),
                known != null && same ? known.rule() : new RemovalRule());
        live.put(fresh);
        return fresh;
    }

    private long timeoutNanos(RegistrationHeader header) {
        Long millis = header.heartbeatTimeoutMillis();
        return millis == null
                ? settings.defaultTimeout().toNanos()
                : Duration.ofMillis(millis).toNanos();
    }

    /** The master brings topics; without one, the first slave of a group of 5.x brokers does. */
    private static boolean mayBringTopics(RegistrationHeader header, Group group) {
        long id = header.identity().brokerId();
        return id == MASTER || (header.enableActingMaster() != null && group.isFirst(id));
    }

    private Set<String> leave(
            LiveBroker broker,
            Registration registration,
            HeldTopics topics,
            HeldTopics.Changes changes,
            Set<String> changed) {
        Set<String> names = registration.topics().keySet();
        DataVersion version = registration.dataVersion();
        if (!RemovalRule.isWhole(names, broker.identity())) {
            broker.rule()
                    .partial(
                            version,
                            names,
                            changes.added(),
                            registration.mappings().keySet());
            return Set.of();
        }
        RemovalRule.Removal removal =
                broker.rule().whole(version, names, topics.missingFrom(names), topics.unmappedBy(registration));
        for (String topic : removal.topics()) {
            topics.remove(topic);
            view.remove(topic, broker.identity().brokerName());
            LOG.info("topic left broker={} topic={}", broker.identity().brokerName(), Quoted.bounded(topic));
        }
        for (String topic : removal.mappings()) {
            topics.removeMapping(topic);
            changed.add(topic);
        }
        return removal.topics();
    }

    private void publish(Group group, HeldTopics topics, Set<String> names) {
        for (String name : names) {
            QueueData queue = topics.queues().get(name);
            if (queue != null) {
                view.put(view.canonical(name), group, queue, topics.mapping(name));
            }
        }
    }

    private void remember(
            LiveBroker broker,
            RegistrationHeader header,
            DataVersion version,
            LiveBroker.@Nullable Applied before,
            @Nullable KnownBody body) {
        RemovalRule rule = broker.rule();
        boolean keepsEarlier = before != null
                && rule.keepsEarlier()
                && before.header().equals(header)
                && before.version().equals(version);
        List<KnownBody> known = broker.applied().bodies();
        if (!keepsEarlier) {
            bodies.release(known);
            known = List.of();
        }
        if (body != null && rule.settled()) {
            known = bodies.remember(known, body);
        }
        broker.apply(new LiveBroker.Applied(header, version, timeoutNanos(header), known));
    }

    private void remove(LiveBroker broker, String why) {
        BrokerIdentity identity = broker.identity();
        live.remove(broker);
        bodies.release(broker.applied().bodies());
        LOG.info(
                "broker removed cluster={} broker={} id={} address={} connection={} reason=\"{}\"",
                identity.cluster(),
                identity.brokerName(),
                identity.brokerId(),
                identity.address(),
                broker.connection(),
                why);
        Group group = view.group(identity.brokerName());
        if (group == null) {
            return;
        }
        List<Member> rest = new ArrayList<>(group.members());
        rest.removeIf(member -> member.address().equals(identity.address()));
        HeldTopics topics = heldBy(group);
        if (rest.isEmpty()) {
            view.removeGroup(group.name());
            held.remove(group.name());
            topics.names().forEach(topic -> view.remove(topic, group.name()));
            return;
        }
        Group smaller = group.withMembers(rest);
        view.putGroup(smaller);
        publish(smaller, topics, topics.names());
        forgetBodies(smaller);
        if (settings.notifyMinBrokerIdChanged()
                && group.isFirst(identity.brokerId())
                && group.data().enableActingMaster()) {
            tell(MinBrokerIdChange.afterLeave(smaller, identity.address()));
        }
    }

    private void tell(@Nullable MinBrokerIdChange change) {
        if (change != null) {
            effects.minBrokerIdChanged(change);
        }
    }

    private int refence(Group group, boolean fenced) {
        HeldTopics topics = heldBy(group);
        if (group.fenced() != fenced) {
            Group changed = group.withFence(fenced);
            view.putGroup(changed);
            publish(changed, topics, topics.names());
        }
        LOG.info(
                "stop-write changed cluster={} broker={} fenced={} topics={}",
                group.cluster(),
                group.name(),
                fenced,
                topics.size());
        return topics.size();
    }

    private HeldTopics heldBy(Group group) {
        return held.computeIfAbsent(group.name(), HeldTopics::new);
    }

    private void forgetBodies(Group group) {
        for (Member member : group.members()) {
            LiveBroker broker = live.find(group.cluster(), member.address());
            if (broker != null) {
                bodies.release(broker.applied().bodies());
                broker.forgetBodies();
            }
        }
    }

    private @Nullable LiveBroker masterOf(Group group) {
        Member master = group.withId(MASTER);
        return master == null ? null : live.find(group.cluster(), master.address());
    }

    private static LiveBroker restoredBroker(Group group, Member member, long nowNanos, long patienceNanos) {
        BrokerIdentity identity = new BrokerIdentity(group.cluster(), group.name(), member.id(), member.address());
        RegistrationHeader header = new RegistrationHeader(
                identity, member.haServerAddress(), group.data().zoneName(), null, null, 0);
        return new LiveBroker(
                identity,
                LiveBroker.NO_CONNECTION,
                nowNanos + patienceNanos,
                new LiveBroker.Applied(header, DataVersion.NONE, patienceNanos, List.of()),
                new RemovalRule());
    }

    private static RequestFailed refusal(BrokerIdentity identity, String why) {
        LOG.warn(
                "registration refused cluster={} broker={} id={} address={} reason=\"{}\"",
                Quoted.bounded(identity.cluster()),
                Quoted.bounded(identity.brokerName()),
                identity.brokerId(),
                Quoted.bounded(identity.address()),
                why);
        return new RequestFailed(ResponseCode.SYSTEM_ERROR, "registration of " + identity.shown() + " refused: " + why);
    }

    private static RequestFailed unknownBroker(String what, String brokerName) {
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                what + " refused: broker[" + Quoted.bounded(brokerName)
                        + "] is not registered; see 'clusterList' for the names");
    }
}
