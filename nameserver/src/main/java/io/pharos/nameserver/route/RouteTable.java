package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The route state machine: applies events one after the other and publishes the outcome in a {@link RouteView}. Every
 * method is the writer's; it reads no clock, but for the pace of its log lines, and does no I/O. A refused event throws
 * {@link RequestFailed} and has changed nothing. What registrations do is in {@link RegistrationRules}, what silence does
 * in {@link LivenessRules}.
 */
final class RouteTable {
    private final RouteState state;
    private final RegistrationRules registrations;
    private final LivenessRules liveness;

    RouteTable(RouteSettings settings, RouteEffects effects, RouteLog log, long maxBodyBytes, long nowNanos) {
        this.state = new RouteState(settings, effects, log, maxBodyBytes);
        this.registrations = new RegistrationRules(state);
        this.liveness = new LivenessRules(state, effects, nowNanos);
    }

    RouteView view() {
        return state.view();
    }

    LiveBrokers live() {
        return state.live();
    }

    /** Sets when the events that follow happen, by the monotonic clock. */
    void at(long nowNanos) {
        state.at(nowNanos);
    }

    void configure(RouteSettings next) {
        state.configure(next);
    }

    /** A broker announced itself. */
    RegistrationResult register(
            RegistrationHeader header,
            Registration registration,
            @Nullable KnownBody body,
            Origin origin,
            long nowNanos) {
        return registrations.register(header, registration, body, origin, nowNanos);
    }

    /** A body of this broker was refused, here or before it got here: it may have named topics. */
    void refused(BrokerIdentity identity, long connectionId) {
        registrations.refused(identity, connectionId);
    }

    /** Brokers said farewell. Those whose current registration is newer than the farewell stay. */
    void unregister(List<BrokerIdentity> leavers, long connectionId) {
        for (BrokerIdentity leaver : leavers) {
            LiveBroker broker = state.live().find(leaver.cluster(), leaver.address());
            if (broker != null
                    && broker.identity().brokerName().equals(leaver.brokerName())
                    && broker.accepts(connectionId)) {
                broker.end();
                state.remove(broker, Leave.UNREGISTERED);
            }
        }
    }

    /** A connection is gone, and with it every registration that it carried. */
    void connectionClosed(long connectionId) {
        liveness.connectionClosed(connectionId);
        for (LiveBroker broker : state.live().over(connectionId)) {
            broker.end();
            state.remove(broker, Leave.CONNECTION_CLOSED);
        }
    }

    /** A connection failed because its peer is gone without a word. */
    void connectionLost(long connectionId, long nowNanos) {
        liveness.connectionLost(connectionId, nowNanos);
    }

    /** A broker answered the question for a sign of life. */
    void answered(long connectionId) {
        liveness.answered(connectionId);
    }

    /** Looks for silent brokers; see {@link LivenessRules#scan}. */
    void scan(long nowNanos, Duration period) {
        liveness.scan(nowNanos, period);
    }

    /** Whether the silence of many is put down to this server. Any thread. */
    boolean distrusting() {
        return liveness.distrusting();
    }

    /** Where writes are stopped from now on. Routes without a change keep their revision. */
    void fence(Fences next) {
        state.setFences(next);
        for (Group group : state.view().groups()) {
            boolean fenced = next.holds(group.cluster(), group.name());
            if (group.fenced() != fenced) {
                state.replace(group.withFence(fenced));
            }
        }
    }

    /** Number of topics that a broker group has. */
    int topicsOn(String brokerName) {
        return state.held(brokerName).size();
    }

    /** Number of broker groups that have a topic. */
    int brokersOf(String topic) {
        Topic known = state.view().topic(topic);
        return known == null ? 0 : known.size();
    }

    /**
     * An operator deleted a topic. Who still has it brings it back with its next registration.
     *
     * @param cluster only from the brokers of this one; null or empty for all
     * @return names of the brokers that had it
     */
    List<String> deleteTopic(String topic, @Nullable String cluster) {
        Topic known = state.view().topic(topic);
        if (known == null) {
            return List.of();
        }
        List<String> brokers = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            Group group = known.group(i);
            if (cluster == null || cluster.isEmpty() || cluster.equals(group.cluster())) {
                brokers.add(group.name());
                state.heldBy(group.name()).remove(topic);
                state.remove(topic, group, Leave.DELETED);
                state.forgetBodies(group);
                LiveBroker master = state.masterOf(group);
                if (master != null) {
                    master.rule().deleted(topic);
                }
            }
        }
        return brokers;
    }

    /** A topic was announced apart from registrations: all of it or nothing is entered; of a broker's the last. */
    void registerTopic(String topic, List<QueueData> queues) {
        RegistrationCheck.checkTopic("REGISTER_TOPIC_IN_NAMESRV", topic, queues);
        Map<Group, QueueData> byGroup = new HashMap<>();
        for (QueueData queue : queues) {
            Group group = state.view().group(queue.brokerName());
            if (group == null) {
                throw unknownBroker("registering topic[" + Quoted.bounded(topic) + "]", queue.brokerName());
            }
            byGroup.put(group, queue);
        }
        byGroup.forEach((group, queue) -> {
            HeldTopics topics = state.heldBy(group.name());
            if (topics.put(state.view().canonical(topic), queue)) {
                state.publish(group, topics, Set.of(topic));
                state.forgetBodies(group);
            }
            LiveBroker master = state.masterOf(group);
            if (master != null) {
                master.rule().announced(topic);
            }
        });
    }

    /** Enters what the warm-start copy held; only into an empty table. */
    void restore(List<RestoredGroup> groups, long nowNanos, Duration patience) {
        if (!state.view().groups().isEmpty()) {
            throw new IllegalStateException("routes are restored before the first registration only");
        }
        for (RestoredGroup restored : groups) {
            Group group = new Group(
                    restored.cluster(),
                    restored.brokerName(),
                    restored.members(),
                    state.fences().holds(restored.cluster(), restored.brokerName()),
                    false);
            state.view().putGroup(group);
            for (Member member : group.members()) {
                state.live().put(restoredBroker(group, member, nowNanos, patience.toNanos()));
            }
            HeldTopics topics = state.heldBy(group.name());
            restored.queues().forEach((topic, queue) -> topics.put(state.view().canonical(topic), queue));
            restored.mappings()
                    .forEach((topic, mapping) -> topics.putMapping(state.view().canonical(topic), mapping));
            state.publish(group, topics, topics.names());
        }
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

    private static RequestFailed unknownBroker(String what, String brokerName) {
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                what + " refused: broker[" + Quoted.bounded(brokerName)
                        + "] is not registered; see 'clusterList' for the names");
    }
}
