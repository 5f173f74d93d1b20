package io.pharos.nameserver.route;

import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The published state: topics and groups by name, each an immutable value. Written by the route writer alone, read by
 * any thread without a lock.
 */
final class RouteView {
    private final ConcurrentHashMap<String, Topic> topics = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Group> groups = new ConcurrentHashMap<>();
    private boolean acting;
    private Map<String, String> orderConf = Map.of();
    private Map<String, TopicFence> fences = Map.of();
    private final Departures departures = new Departures();
    private volatile Consumer<String> listener = topic -> {};
    private volatile long revision;

    /** That of the last change by which some topic was gone: what any topic that is not there goes by. */
    private volatile long goneRevision;

    @Nullable
    Topic topic(String name) {
        return topics.get(name);
    }

    /**
     * The topic, or an empty value when no broker has it. Revisions of a name never go back, through its absence and
     * return too.
     */
    Topic current(String name) {
        while (true) {
            long gone = goneRevision;
            Topic topic = topics.get(name);
            if (topic != null) {
                return topic;
            }
            // With the same value on both sides of the look, the name was absent at that revision.
            if (gone == goneRevision) {
                return Topic.absent(name, gone);
            }
        }
    }

    Collection<Topic> topics() {
        return topics.values();
    }

    @Nullable
    Group group(String brokerName) {
        return groups.get(brokerName);
    }

    Collection<Group> groups() {
        return groups.values();
    }

    /** What left lately. */
    Departures departures() {
        return departures;
    }

    /** Sets who is given the name of each topic that was replaced, on the writer's thread. */
    void onChange(Consumer<String> value) {
        listener = value;
    }

    /** Rises with every change. */
    long revision() {
        return revision;
    }

    /** Writer only. */
    void putGroup(Group group) {
        groups.put(group.name(), group);
        nextRevision();
    }

    /** Writer only. */
    void removeGroup(String brokerName) {
        groups.remove(brokerName);
        nextRevision();
    }

    /** Writer only: enters or replaces what one group has of a topic. */
    void put(String topic, Group group, QueueData queue, @Nullable QueueMapping mapping) {
        Topic old = topics.get(topic);
        Topic base = old == null ? Topic.absent(topic, 0).under(0, acting, orderConf.get(topic), fenceOf(topic)) : old;
        topics.put(topic, base.with(nextRevision(), group, queue, mapping));
        departures.returned(topic, group.name());
        listener.accept(topic);
    }

    /** Writer only: a topic that no group has any more is gone. */
    void remove(String topic, String brokerName, Leave why, long nowNanos) {
        Topic old = topics.get(topic);
        Group group = old == null ? null : old.groupOf(brokerName);
        if (old != null && group != null) {
            // Before it is gone: who does not find it must find out why.
            departures.left(new Departure(old.name(), group.cluster(), group.name(), why, nowNanos));
            Topic rest = old.without(nextRevision(), brokerName);
            if (rest.isEmpty()) {
                // Before it is gone: who does not find it must not come by an older revision.
                goneRevision = revision;
                topics.remove(topic);
            } else {
                topics.put(topic, rest);
            }
            listener.accept(topic);
        }
    }

    /** Writer only: settings that answers depend on; topics whose answer they change get a new revision. */
    void configure(boolean newActing, Map<String, String> newOrderConf) {
        if (acting == newActing && orderConf.equals(newOrderConf)) {
            return;
        }
        acting = newActing;
        orderConf = newOrderConf;
        for (Topic topic : topics.values()) {
            String order = newOrderConf.get(topic.name());
            boolean otherRules = topic.acting() != newActing;
            boolean otherAnswer = (otherRules && topic.hasGroupToActFor()) || !Objects.equals(order, topic.orderConf());
            if (otherAnswer || otherRules) {
                topics.put(
                        topic.name(),
                        topic.under(otherAnswer ? nextRevision() : topic.revision(), newActing, order, topic.fence()));
            }
            if (otherAnswer) {
                listener.accept(topic.name());
            }
        }
    }

    /** Writer only: the fences of topics; those whose answer they change get a new revision. */
    void fence(Map<String, TopicFence> newFences) {
        Set<String> names = new HashSet<>(fences.keySet());
        names.addAll(newFences.keySet());
        fences = newFences;
        for (String name : names) {
            Topic topic = topics.get(name);
            TopicFence fence = fenceOf(name);
            if (topic != null && !topic.fence().equals(fence)) {
                boolean otherAnswer = !topic.isFencedAlikeBy(fence);
                topics.put(
                        topic.name(),
                        topic.under(
                                otherAnswer ? nextRevision() : topic.revision(),
                                topic.acting(),
                                topic.orderConf(),
                                fence));
                if (otherAnswer) {
                    listener.accept(topic.name());
                }
            }
        }
    }

    /** The one String object that stands for this name everywhere. */
    String canonical(String topic) {
        Topic known = topics.get(topic);
        return known == null ? topic : known.name();
    }

    private TopicFence fenceOf(String topic) {
        return fences.getOrDefault(topic, TopicFence.NONE);
    }

    private long nextRevision() {
        long next = revision + 1;
        revision = next;
        return next;
    }
}
