package io.pharos.nameserver.route;

import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A topic as published: everything that its answer needs. Deeply immutable; a change is a new value, so the identity of
 * the value is the validity of whatever was derived from it. A value with another answer has a higher revision.
 *
 * <p>Three arrays side by side instead of maps, and shared queue data, because a name server holds hundreds of
 * thousands of entries.
 */
final class Topic {
    private static final Group[] NO_GROUPS = {};
    private static final QueueData[] NO_QUEUES = {};

    private final String name;
    private final long revision;
    private final Group[] groups;
    private final QueueData[] queues;
    private final @Nullable QueueMapping @Nullable [] mappings;
    private final boolean acting;
    private final @Nullable String orderConf;
    private final TopicFence fence;

    private Topic(
            String name,
            long revision,
            Group[] groups,
            QueueData[] queues,
            @Nullable QueueMapping @Nullable [] mappings,
            boolean acting,
            @Nullable String orderConf,
            TopicFence fence) {
        this.name = name;
        this.revision = revision;
        this.groups = groups;
        this.queues = queues;
        this.mappings = mappings;
        this.acting = acting;
        this.orderConf = orderConf;
        this.fence = fence;
    }

    /** A topic that no broker has. */
    static Topic absent(String name, long revision) {
        return new Topic(name, revision, NO_GROUPS, NO_QUEUES, null, false, null, TopicFence.NONE);
    }

    String name() {
        return name;
    }

    long revision() {
        return revision;
    }

    int size() {
        return groups.length;
    }

    boolean isEmpty() {
        return groups.length == 0;
    }

    Group group(int index) {
        return groups[index];
    }

    /** Where writes to it are stopped, apart from fences of whole groups. */
    TopicFence fence() {
        return fence;
    }

    /** Whether another fence in the place of its own would stop writes to the same of its entries. */
    boolean isFencedAlikeBy(TopicFence other) {
        for (Group group : groups) {
            if (fence.holds(group) != other.holds(group)) {
                return false;
            }
        }
        return true;
    }

    boolean isOn(String brokerName) {
        return indexOf(brokerName) >= 0;
    }

    /** As registered: neither fences nor a silent or missing master show here. */
    QueueData queue(int index) {
        return queues[index];
    }

    @Nullable
    QueueMapping mapping(int index) {
        return mappings == null ? null : mappings[index];
    }

    boolean isStatic() {
        return mappings != null;
    }

    /** Whether a slave may be shown in the place of a lost master. */
    boolean acting() {
        return acting;
    }

    /** Its order configuration; null for none. */
    @Nullable
    String orderConf() {
        return orderConf;
    }

    /** Whether some group of it has no master that a slave could stand in for. */
    boolean hasGroupToActFor() {
        for (Group group : groups) {
            if (group.readOnlyWithoutMaster()) {
                return true;
            }
        }
        return false;
    }

    /** The topic under other settings and another fence. */
    Topic under(long newRevision, boolean newActing, @Nullable String newOrderConf, TopicFence newFence) {
        return new Topic(name, newRevision, groups, queues, mappings, newActing, newOrderConf, newFence);
    }

    /** The topic with one group's entry added or replaced. */
    Topic with(long newRevision, Group group, QueueData queue, @Nullable QueueMapping mapping) {
        int at = indexOf(group.name());
        int size = at < 0 ? groups.length + 1 : groups.length;
        int index = at < 0 ? groups.length : at;
        Group[] newGroups = Arrays.copyOf(groups, size);
        QueueData[] newQueues = Arrays.copyOf(queues, size);
        newGroups[index] = group;
        newQueues[index] = queue;
        return new Topic(
                name, newRevision, newGroups, newQueues, mappingsWith(size, index, mapping), acting, orderConf, fence);
    }

    /** The topic without one group's entry; the same value when there is none. */
    Topic without(long newRevision, String brokerName) {
        int at = indexOf(brokerName);
        if (at < 0) {
            return this;
        }
        int size = groups.length - 1;
        Group[] newGroups = new Group[size];
        QueueData[] newQueues = new QueueData[size];
        @Nullable QueueMapping[] newMappings = new QueueMapping[size];
        boolean anyMapping = false;
        for (int from = 0, to = 0; from < groups.length; from++) {
            if (from != at) {
                newGroups[to] = groups[from];
                newQueues[to] = queues[from];
                newMappings[to] = mapping(from);
                anyMapping |= newMappings[to] != null;
                to++;
            }
        }
        return new Topic(
                name, newRevision, newGroups, newQueues, anyMapping ? newMappings : null, acting, orderConf, fence);
    }

    private @Nullable QueueMapping @Nullable [] mappingsWith(int size, int index, @Nullable QueueMapping mapping) {
        @Nullable QueueMapping[] changed = new QueueMapping[size];
        boolean any = mapping != null;
        for (int i = 0; i < groups.length; i++) {
            if (i != index) {
                changed[i] = mapping(i);
                any |= changed[i] != null;
            }
        }
        changed[index] = mapping;
        return any ? changed : null;
    }

    /** The group of that name; null when it does not have the topic. */
    @Nullable
    Group groupOf(String brokerName) {
        int at = indexOf(brokerName);
        return at < 0 ? null : groups[at];
    }

    private int indexOf(String brokerName) {
        for (int i = 0; i < groups.length; i++) {
            if (groups[i].name().equals(brokerName)) {
                return i;
            }
        }
        return -1;
    }
}
