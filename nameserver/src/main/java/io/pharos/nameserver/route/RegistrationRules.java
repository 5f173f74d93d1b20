package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a registration: refused whole, or applied whole. The writer's alone; reads no clock, does no I/O.
 *
 * <p>Which registration an event belongs to is decided by the order of connections: an event that came over an older
 * connection than the registration's is late and does nothing, one over the same or a newer connection acts.
 */
final class RegistrationRules {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrationRules.class);

    private final RouteState state;

    RegistrationRules(RouteState state) {
        this.state = state;
    }

    /** A broker announced itself. */
    RegistrationResult register(
            RegistrationHeader header,
            Registration registration,
            @Nullable KnownBody body,
            Origin origin,
            long nowNanos) {
        BrokerIdentity identity = header.identity();
        Group current = state.view().group(identity.brokerName());
        HeldTopics before = state.held(identity.brokerName());
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
            state.view().putGroup(next);
        }
        LiveBroker broker = enter(header, origin, nowNanos);
        HeldTopics topics = state.heldBy(identity.brokerName());
        if (topics != before) {
            // What was held, if anything, has left with those who made way.
            news = topics.news(registration);
        }
        Set<String> changed = new HashSet<>();
        Set<String> removed = Set.of();
        if (mayBringTopics(header, next)) {
            HeldTopics.Changes merged = topics.merge(registration, news, state.view());
            changed.addAll(merged.topics());
            if (identity.brokerId() == RouteState.MASTER) {
                removed = leave(broker, next, registration, topics, merged, changed);
            }
        }
        state.publish(next, topics, joins ? topics.names() : changed);
        boolean sameMembers = current != null && current.members().equals(next.members());
        if (!sameMembers) {
            state.forgetBodies(next);
        }
        boolean changes = joins || !changed.isEmpty() || !removed.isEmpty();
        remember(broker, header, registration.dataVersion(), changes ? null : broker.applied(), body);
        if (!sameMembers) {
            if (state.log().members().allows()) {
                LOG.info(
                        "broker registered cluster=[{}] broker=[{}] id=[{}] address=[{}] topics=[{}] connection=[{}]",
                        Quoted.bounded(identity.cluster()),
                        Quoted.bounded(identity.brokerName()),
                        identity.brokerId(),
                        Quoted.bounded(identity.address()),
                        registration.topics().size(),
                        origin.connectionId());
            }
            if (state.settings().notifyMinBrokerIdChanged()) {
                state.tell(MinBrokerIdChange.afterJoin(header, current, next));
            }
        }
        return resultFor(identity, next);
    }

    /** A body of this broker was refused, here or before it got here: it may have named topics. */
    void refused(BrokerIdentity identity, long connectionId) {
        LiveBroker broker = state.live().find(identity.cluster(), identity.address());
        if (broker != null && broker.connection() == connectionId) {
            broker.rule().refused();
        }
    }

    /** What a broker of a group is told of its master. */
    static RegistrationResult resultFor(BrokerIdentity identity, Group group) {
        Member master = identity.brokerId() == RouteState.MASTER ? null : group.withId(RouteState.MASTER);
        return master == null
                ? RegistrationResult.NOTHING
                : new RegistrationResult(master.address(), master.haServerAddress());
    }

    private void checkOrder(BrokerIdentity identity, Origin origin) {
        if (!origin.open().getAsBoolean()) {
            throw refusal(identity, "its connection is closed; register over an open one");
        }
        LiveBroker known = state.live().find(identity.cluster(), identity.address());
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
            LiveBroker other = state.live().find(identity.cluster(), holder.address());
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
                LiveBroker old = state.live().find(current.cluster(), member.address());
                if (old != null) {
                    old.end();
                    state.remove(old, Leave.OTHER_CLUSTER);
                }
            }
        }
        LiveBroker own = state.live().find(identity.cluster(), identity.address());
        if (own != null && !own.identity().brokerName().equals(identity.brokerName())) {
            own.end();
            state.remove(own, Leave.OTHER_NAME);
        }
        Group group = state.view().group(identity.brokerName());
        Member holder = group == null ? null : group.withId(identity.brokerId());
        if (holder != null && !holder.address().equals(identity.address())) {
            LiveBroker other = state.live().find(identity.cluster(), holder.address());
            if (other != null) {
                other.end();
                state.bodies().release(other.applied().bodies());
                state.live().remove(other);
                if (state.log().members().allows()) {
                    LOG.warn(
                            "broker id taken over cluster=[{}] broker=[{}] id=[{}] from=[{}] by=[{}]",
                            Quoted.bounded(identity.cluster()),
                            Quoted.bounded(identity.brokerName()),
                            identity.brokerId(),
                            Quoted.bounded(holder.address()),
                            Quoted.bounded(identity.address()));
                }
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
                state.fences().holds(identity.cluster(), identity.brokerName()),
                // A registration is a sign of life.
                current != null && current.suspect() && identity.brokerId() != RouteState.MASTER);
    }

    private LiveBroker enter(RegistrationHeader header, Origin origin, long nowNanos) {
        BrokerIdentity identity = header.identity();
        LiveBroker known = state.live().find(identity.cluster(), identity.address());
        boolean same = known != null && known.isOf(identity, origin.connectionId());
        long timeout = timeoutNanos(header);
        if (known != null
                && same
                && known.applied().timeoutNanos() == timeout
                && known.touch(origin.connectionId(), nowNanos)) {
            known.suspect(false);
            return known;
        }
        if (known != null) {
            known.end();
            state.bodies().release(known.applied().bodies());
        }
        LiveBroker fresh = new LiveBroker(
                identity,
                origin.connectionId(),
                nowNanos + timeout,
                new LiveBroker.Applied(header, DataVersion.NONE, timeout, List.of()),
                known != null && same ? known.rule() : new RemovalRule());
        state.live().put(fresh);
        return fresh;
    }

    private long timeoutNanos(RegistrationHeader header) {
        Long millis = header.heartbeatTimeoutMillis();
        return millis == null
                ? state.settings().defaultTimeout().toNanos()
                : Duration.ofMillis(millis).toNanos();
    }

    /** The master brings topics; without one, the first slave of a group of 5.x brokers does. */
    private static boolean mayBringTopics(RegistrationHeader header, Group group) {
        long id = header.identity().brokerId();
        return id == RouteState.MASTER || (header.enableActingMaster() != null && group.isFirst(id));
    }

    private Set<String> leave(
            LiveBroker broker,
            Group group,
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
            state.remove(topic, group, Leave.UNANNOUNCED);
            if (state.log().topics().allows()) {
                LOG.info(
                        "topic left broker=[{}] topic=[{}]",
                        Quoted.bounded(broker.identity().brokerName()),
                        Quoted.bounded(topic));
            }
        }
        for (String topic : removal.mappings()) {
            topics.removeMapping(topic);
            changed.add(topic);
        }
        return removal.topics();
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
            state.bodies().release(known);
            known = List.of();
        }
        if (body != null && rule.settled()) {
            known = state.bodies().remember(known, body);
        }
        broker.apply(new LiveBroker.Applied(header, version, timeoutNanos(header), known));
    }

    private RequestFailed refusal(BrokerIdentity identity, String why) {
        if (state.log().refusals().allows()) {
            LOG.warn(
                    "registration refused cluster=[{}] broker=[{}] id=[{}] address=[{}] reason=[{}]",
                    Quoted.bounded(identity.cluster()),
                    Quoted.bounded(identity.brokerName()),
                    identity.brokerId(),
                    Quoted.bounded(identity.address()),
                    why);
        }
        return new RequestFailed(ResponseCode.SYSTEM_ERROR, "registration of " + identity.shown() + " refused: " + why);
    }
}
