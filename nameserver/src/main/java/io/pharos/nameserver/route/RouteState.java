package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.QueueData;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the route state machine holds, and the steps that several of its rules share. The writer's alone, but for what
 * {@link #view()} and {@link #live()} publish.
 */
final class RouteState {
    static final long MASTER = 0;

    private static final Logger LOG = LoggerFactory.getLogger(RouteState.class);

    private final RouteView view = new RouteView();
    private final LiveBrokers live = new LiveBrokers();
    private final Map<String, HeldTopics> held = new HashMap<>();
    private final BodyMemory bodies;
    private final RouteEffects effects;
    private final RouteLog log;
    private RouteSettings settings;
    private Fences fences = Fences.NONE;
    private long nowNanos;

    RouteState(RouteSettings settings, RouteEffects effects, RouteLog log, long maxBodyBytes) {
        this.settings = settings;
        this.effects = effects;
        this.log = log;
        this.bodies = new BodyMemory(maxBodyBytes);
        configure(settings);
    }

    RouteView view() {
        return view;
    }

    LiveBrokers live() {
        return live;
    }

    RouteLog log() {
        return log;
    }

    BodyMemory bodies() {
        return bodies;
    }

    /** Sets when the events that follow happen, by the monotonic clock. */
    void at(long nanos) {
        nowNanos = nanos;
    }

    RouteSettings settings() {
        return settings;
    }

    final void configure(RouteSettings next) {
        settings = next;
        view.configure(next.supportActingMaster(), next.orderConf());
    }

    Fences fences() {
        return fences;
    }

    void setFences(Fences next) {
        fences = next;
        view.fence(next.topics());
    }

    /** What a group's brokers announced; empty when they announced nothing. */
    HeldTopics held(String brokerName) {
        return held.getOrDefault(brokerName, new HeldTopics(brokerName));
    }

    /** As {@link #held}, to be added to. */
    HeldTopics heldBy(String brokerName) {
        return held.computeIfAbsent(brokerName, HeldTopics::new);
    }

    /** Publishes what a group has of these topics. */
    void publish(Group group, HeldTopics topics, Set<String> names) {
        for (String name : names) {
            QueueData queue = topics.queues().get(name);
            if (queue != null) {
                view.put(view.canonical(name), group, queue, topics.mapping(name));
            }
        }
    }

    /** Publishes another value of a group, and with it all of its topics. */
    void replace(Group changed) {
        view.putGroup(changed);
        HeldTopics topics = held(changed.name());
        publish(changed, topics, topics.names());
    }

    /** Takes a registration that has ended out of the group and the routes. */
    void remove(LiveBroker broker, Leave why) {
        BrokerIdentity identity = broker.identity();
        live.remove(broker);
        bodies.release(broker.applied().bodies());
        if (log.members().allows()) {
            LOG.info(
                    "broker removed cluster=[{}] broker=[{}] id=[{}] address=[{}] connection=[{}] reason=[{}]",
                    Quoted.bounded(identity.cluster()),
                    Quoted.bounded(identity.brokerName()),
                    identity.brokerId(),
                    Quoted.bounded(identity.address()),
                    broker.connection(),
                    why.shown());
        }
        Group group = view.group(identity.brokerName());
        if (group == null) {
            return;
        }
        Group smaller = group.withoutMember(identity.address());
        HeldTopics topics = heldBy(group.name());
        if (smaller.members().isEmpty()) {
            view.removeGroup(group.name());
            held.remove(group.name());
            view.departures().left(new Departure.Group(group.name(), topics.size(), why, nowNanos));
            topics.names().forEach(topic -> view.remove(topic, group.name(), why, nowNanos));
            return;
        }
        replace(smaller);
        forgetBodies(smaller);
        if (settings.notifyMinBrokerIdChanged()
                && group.isFirst(identity.brokerId())
                && group.data().enableActingMaster()) {
            tell(MinBrokerIdChange.afterLeave(smaller, identity.address()));
        }
    }

    /** Asks for the news to be sent; null is no news. */
    void tell(@Nullable MinBrokerIdChange change) {
        if (change != null) {
            effects.minBrokerIdChanged(change);
        }
    }

    /** The next body of each of the group's brokers is applied in full. */
    void forgetBodies(Group group) {
        for (Member member : group.members()) {
            LiveBroker broker = live.find(group.cluster(), member.address());
            if (broker != null) {
                bodies.release(broker.applied().bodies());
                broker.forgetBodies();
            }
        }
    }

    /** Takes a topic that a group has no more out of the routes. */
    void remove(String topic, Group group, Leave why) {
        view.remove(topic, group.name(), why, nowNanos);
    }

    @Nullable
    LiveBroker masterOf(Group group) {
        Member master = group.withId(MASTER);
        return master == null ? null : live.find(group.cluster(), master.address());
    }
}
