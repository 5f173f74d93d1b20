package io.pharos.nameserver.route;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.Permission;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.TopicRoute;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the answer to a route query says, and of each broker group why: fences, suspicion, zone and acting masters worked in. Answers
 * and explanations are both made of it, so that they cannot differ. Immutable.
 *
 * @param topic the one value that everything here is taken from
 * @param zone of the asker; null for none
 * @param nearby whether other zones' groups are left out: the asker has a zone, and some group is in it
 * @param parts one for each group that has the topic, in the topic's order
 */
record RouteDecision(Topic topic, @Nullable String zone, boolean nearby, List<Part> parts) {
    /** Brokers find their own group by this topic, so it must show the ids as they are. */
    private static final String MEMBER_TOPIC_PREFIX = "rmq_sys_SYNC_BROKER_MEMBER_";

    private static final Long MASTER = 0L;

    /**
     * What one group contributes.
     *
     * @param group as published
     * @param registered queues as registered
     * @param stops what takes the right to write away; empty for nothing
     * @param queues as answered
     * @param data addresses as answered
     * @param actingMaster the member that is shown as the master; null for none
     * @param leftOut whether it is not in the answer, because it is in another zone than the asker
     */
    record Part(
            Group group,
            QueueData registered,
            Set<WriteStop> stops,
            QueueData queues,
            BrokerData data,
            @Nullable Member actingMaster,
            boolean leftOut) {
        /** Whether a master is in the answer; without one producers do not see the group. */
        boolean hasMaster() {
            return data.addresses().containsKey(MASTER);
        }

        /** Whether a producer that gets the answer writes to the group. */
        boolean isWritable() {
            return !leftOut && hasMaster() && hasRightToWrite() && queues.writeQueues() > 0;
        }

        boolean hasRightToWrite() {
            return (queues.permission() & Permission.WRITE) != 0;
        }
    }

    /** Decides. */
    static RouteDecision of(Topic topic, @Nullable String zone) {
        boolean acting = topic.acting() && !topic.name().startsWith(MEMBER_TOPIC_PREFIX);
        boolean nearby = zone != null && hasZone(topic, zone);
        List<Part> parts = new ArrayList<>(topic.size());
        for (int i = 0; i < topic.size(); i++) {
            Group group = topic.group(i);
            Set<WriteStop> stops = stops(topic, group);
            QueueData queues = stops.isEmpty() ? topic.queue(i) : readOnly(topic.queue(i));
            Member first = acting && mayAct(group, queues) ? group.first() : null;
            BrokerData data = first == null ? group.data() : withMaster(group.data(), first);
            boolean leftOut = nearby && data.addresses().containsKey(MASTER) && !isIn(zone, group);
            parts.add(new Part(group, topic.queue(i), stops, queues, data, first, leftOut));
        }
        return new RouteDecision(topic, zone, nearby, parts);
    }

    /** The answer. */
    TopicRoute route() {
        List<BrokerData> brokers = new ArrayList<>(parts.size());
        List<QueueData> queues = new ArrayList<>(parts.size());
        Map<String, List<String>> filters = new HashMap<>();
        for (Part part : parts) {
            if (!part.leftOut()) {
                brokers.add(part.data());
                queues.add(part.queues());
                if (part.group().hasFilterServers()) {
                    for (Member member : part.group().members()) {
                        if (!member.filterServers().isEmpty()) {
                            filters.put(member.address(), member.filterServers());
                        }
                    }
                }
            }
        }
        return new TopicRoute(brokers, queues, filters, topic.orderConf(), mappings());
    }

    private @Nullable Map<String, QueueMapping> mappings() {
        if (!topic.isStatic()) {
            return null;
        }
        Map<String, QueueMapping> mappings = new HashMap<>();
        for (int i = 0; i < topic.size(); i++) {
            QueueMapping mapping = topic.mapping(i);
            if (mapping != null) {
                String host = mapping.brokerName();
                mappings.put(host == null ? topic.group(i).name() : host, mapping);
            }
        }
        return mappings;
    }

    private static Set<WriteStop> stops(Topic topic, Group group) {
        Set<WriteStop> stops = EnumSet.noneOf(WriteStop.class);
        if (group.fenced()) {
            stops.add(WriteStop.BROKER_FENCE);
        }
        if (topic.fence().everywhere()) {
            stops.add(WriteStop.TOPIC_FENCE);
        }
        if (topic.fence().holdsOn(group)) {
            stops.add(WriteStop.TOPIC_ON_BROKER_FENCE);
        }
        if (group.suspect()) {
            stops.add(WriteStop.SUSPECT);
        }
        if (group.readOnlyWithoutMaster()) {
            stops.add(WriteStop.NO_MASTER);
        }
        return stops;
    }

    private static QueueData readOnly(QueueData registered) {
        int permission = Permission.withoutWrite(registered.permission());
        return permission == registered.permission()
                ? registered
                : new QueueData(
                        registered.brokerName(),
                        registered.readQueues(),
                        registered.writeQueues(),
                        permission,
                        registered.sysFlag());
    }

    private static boolean mayAct(Group group, QueueData queues) {
        return group.readOnlyWithoutMaster() && Permission.withoutWrite(queues.permission()) == queues.permission();
    }

    private static BrokerData withMaster(BrokerData data, Member first) {
        SortedMap<Long, String> addresses = new TreeMap<>((Map<Long, String>) data.addresses());
        addresses.remove(first.id());
        addresses.put(MASTER, first.address());
        return new BrokerData(data.cluster(), data.brokerName(), addresses, data.zoneName(), data.enableActingMaster());
    }

    private static boolean hasZone(Topic topic, String zone) {
        for (int i = 0; i < topic.size(); i++) {
            if (isIn(zone, topic.group(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(@Nullable String zone, Group group) {
        return zone != null && zone.equalsIgnoreCase(group.data().zoneName());
    }
}
