package io.pharos.nameserver.route;

import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The published state: topics and groups by name, each an immutable value. Written by the route writer alone, read by
 * any thread without a lock.
 */
final class RouteView {
    private final ConcurrentHashMap<String, Topic> topics = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Group> groups = new ConcurrentHashMap<>();
    private volatile long revision;

    @Nullable
    Topic topic(String name) {
        return topics.get(name);
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
        topics.put(topic, (old == null ? Topic.empty(topic) : old).with(nextRevision(), group, queue, mapping));
    }

    /** Writer only: a topic that no group has any more is gone. */
    void remove(String topic, String brokerName) {
        Topic old = topics.get(topic);
        if (old != null) {
            Topic rest = old.without(nextRevision(), brokerName);
            if (rest.isEmpty()) {
                topics.remove(topic);
            } else {
                topics.put(topic, rest);
            }
        }
    }

    /** The one String object that stands for this name everywhere. */
    String canonical(String topic) {
        Topic known = topics.get(topic);
        return known == null ? topic : known.name();
    }

    private long nextRevision() {
        long next = revision + 1;
        revision = next;
        return next;
    }
}
