package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.TopicRoute;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be asked of routes as lines of text, taken from the routes themselves and from {@link RouteModel}. */
final class RoutePicture {
    static final List<String> PLAIN_TOPICS = List.of("t0", "t1", "t2", "t3", "t4", "rmq_sys_SYNC_BROKER_MEMBER_a");

    private static final List<String> ASKED = asked();
    private static final List<String> CLUSTERS = List.of("c1", "c2", "c3");
    private static final String NOT_FOUND = "none";
    private static final int WRITE = 2;

    private RoutePicture() {}

    private static List<String> asked() {
        List<String> asked = new ArrayList<>(PLAIN_TOPICS);
        asked.addAll(List.of("SELF_TEST_TOPIC", "c1", "c2", "a", "b", "d", "nobody-has-it"));
        return asked;
    }

    static boolean names(Routes routes, String topic, String brokerName) {
        return route(routes, topic, null).contains("queues " + brokerName + " ");
    }

    static boolean maps(Routes routes, String topic, String brokerName) {
        return route(routes, topic, null).contains("mapping " + brokerName + " ");
    }

    static List<String> routes(Routes routes) {
        List<String> lines = new ArrayList<>();
        for (String topic : ASKED) {
            for (String zone : zones(topic)) {
                lines.add(topic + " in " + zone + ": " + route(routes, topic, zone));
            }
        }
        return lines;
    }

    /** All questions for routes. */
    static List<RouteQuery> queries() {
        List<RouteQuery> queries = new ArrayList<>();
        for (String topic : ASKED) {
            for (String zone : zones(topic)) {
                queries.add(new RouteQuery(topic, true, zone));
            }
        }
        return queries;
    }

    /** Zones to ask from; one topic that many brokers have is enough to see what they do. */
    private static List<@Nullable String> zones(String topic) {
        return topic.equals("SELF_TEST_TOPIC") ? Arrays.asList(null, "Z1", "z3") : Arrays.asList((String) null);
    }

    private static String route(Routes routes, String topic, @Nullable String zone) {
        Reply reply = routes.route(new RouteQuery(topic, true, zone));
        return reply.code() == 17
                ? NOT_FOUND
                : StandardCharsets.UTF_8.decode(reply.body().duplicate()).toString();
    }

    /** The encoder of the routes: every part of a route, in an order of its own. */
    static byte[] encode(TopicRoute route, boolean strict) {
        Set<String> parts = new TreeSet<>();
        for (BrokerData broker : route.brokers()) {
            parts.add("broker " + group(broker));
        }
        for (QueueData queue : route.queues()) {
            parts.add("queues " + queues(queue));
        }
        route.filterServers().forEach((address, servers) -> parts.add("filters " + address + servers));
        if (route.mappings() != null) {
            route.mappings().forEach((name, mapping) -> parts.add("mapping " + name + " " + mapping));
        }
        return String.join(" ", parts).getBytes(StandardCharsets.UTF_8);
    }

    private static String queues(QueueData queue) {
        return queue.brokerName() + " " + queue.readQueues() + "/" + queue.writeQueues() + " perm " + queue.permission()
                + " flag " + queue.sysFlag();
    }

    private static String group(BrokerData data) {
        return data.cluster() + "/" + data.brokerName() + data.addresses() + " zone " + data.zoneName() + " acting "
                + data.enableActingMaster();
    }

    static List<String> groups(Routes routes) {
        List<String> lines = new ArrayList<>();
        for (Group group : routes.groups()) {
            lines.add(group(group.data()) + (group.fenced() ? " fenced " : " ") + group.members());
            if (routes.group(group.name()) != group) {
                lines.add(group.name() + " is not the group of its name");
            }
        }
        lines.sort(null);
        return lines;
    }

    static List<String> lists(Routes routes) {
        List<String> lines = new ArrayList<>();
        lines.add("all " + routes.topics());
        lines.add("count " + routes.topicCount());
        for (String cluster : CLUSTERS) {
            lines.add(cluster + " " + routes.topicsOf(cluster));
        }
        lines.add("system " + routes.systemTopics());
        for (UnitFilter filter : UnitFilter.values()) {
            lines.add(filter + " " + routes.unitTopics(filter));
        }
        return lines;
    }

    /** All that a change of would have to raise the revision. */
    static String content(RouteModel model) {
        List<String> fenced = new ArrayList<>();
        model.topics.forEach((name, topics) -> topics.keySet().forEach(topic -> {
            if (model.fenced(name, topic)) {
                fenced.add(topic + " on " + name);
            }
        }));
        return groups(model) + " " + model.topics + " " + fenced;
    }

    static List<String> groups(RouteModel model) {
        List<String> lines = new ArrayList<>();
        for (String name : names(model)) {
            List<Member> members = new ArrayList<>();
            for (RouteModel.Broker broker : model.members(name)) {
                members.add(new Member(
                        broker.who().brokerId(),
                        broker.who().address(),
                        broker.header.haServerAddress(),
                        broker.filters,
                        broker.header.zoneName(),
                        Boolean.TRUE.equals(broker.header.enableActingMaster()),
                        broker.restored));
            }
            lines.add(group(data(model, name, false)) + (model.fenced(name) ? " fenced " : " ") + members);
        }
        lines.sort(null);
        return lines;
    }

    static List<String> lists(RouteModel model) {
        Map<String, Set<String>> byCluster = new TreeMap<>();
        Map<String, Integer> flags = new TreeMap<>();
        Set<String> system = new TreeSet<>();
        String address = null;
        for (String name : names(model)) {
            RouteModel.Broker first = model.members(name).get(0);
            system.add(name);
            system.add(first.who().cluster());
            address = address == null ? first.who().address() : address;
            model.topicsOf(name).forEach((topic, entry) -> {
                byCluster
                        .computeIfAbsent(first.who().cluster(), none -> new TreeSet<>())
                        .add(topic);
                flags.merge(topic, entry.queue().sysFlag(), (one, other) -> one | other);
            });
        }
        List<String> lines = new ArrayList<>();
        lines.add("all " + flags.keySet());
        lines.add("count " + flags.size());
        for (String cluster : CLUSTERS) {
            lines.add(cluster + " " + byCluster.getOrDefault(cluster, Set.of()));
        }
        lines.add("system " + new SystemTopics(List.copyOf(system), address));
        lines.add("UNIT " + withFlags(flags, flag -> flag == 1 || flag == 3));
        lines.add("SUBSCRIBED " + withFlags(flags, flag -> flag == 2 || flag == 3));
        lines.add("SUBSCRIBED_NOT_UNIT " + withFlags(flags, flag -> flag == 2));
        return lines;
    }

    private static List<String> withFlags(Map<String, Integer> flags, Predicate<Integer> wanted) {
        return flags.keySet().stream()
                .filter(topic -> wanted.test(flags.getOrDefault(topic, 0)))
                .toList();
    }

    static List<String> routes(RouteModel model, boolean supportActingMaster) {
        List<String> lines = new ArrayList<>();
        for (String topic : ASKED) {
            boolean acting = supportActingMaster && !topic.startsWith("rmq_sys_SYNC_BROKER_MEMBER_");
            for (String zone : zones(topic)) {
                lines.add(topic + " in " + zone + ": " + route(model, topic, zone, acting));
            }
        }
        return lines;
    }

    private static String route(RouteModel model, String topic, @Nullable String zone, boolean acting) {
        List<String> holders = new ArrayList<>(names(model));
        holders.removeIf(name -> !model.topicsOf(name).containsKey(topic));
        if (holders.isEmpty()) {
            return NOT_FOUND;
        }
        boolean near = zone != null && holders.stream().anyMatch(name -> isIn(zone, data(model, name, false)));
        List<BrokerData> brokers = new ArrayList<>();
        List<QueueData> queues = new ArrayList<>();
        Map<String, List<String>> filters = new HashMap<>();
        Map<String, QueueMapping> mappings = new HashMap<>();
        for (String name : holders) {
            RouteModel.Entry entry = Objects.requireNonNull(model.topicsOf(name).get(topic));
            if (entry.mapping() != null) {
                mappings.put(Objects.requireNonNullElse(entry.mapping().brokerName(), name), entry.mapping());
            }
            boolean readOnly = isReadOnly(model, name);
            int permission = entry.queue().permission();
            if ((model.fenced(name) || model.fenced(name, topic) || readOnly) && (permission & WRITE) != 0) {
                permission -= WRITE;
            }
            BrokerData data = data(model, name, acting && readOnly);
            if (near && data.addresses().containsKey(0L) && !isIn(zone, data)) {
                continue;
            }
            brokers.add(data);
            queues.add(new QueueData(
                    name,
                    entry.queue().readQueues(),
                    entry.queue().writeQueues(),
                    permission,
                    entry.queue().sysFlag()));
            for (RouteModel.Broker member : model.members(name)) {
                if (!member.filters.isEmpty()) {
                    filters.put(member.who().address(), member.filters);
                }
            }
        }
        TopicRoute route = new TopicRoute(brokers, queues, filters, null, mappings.isEmpty() ? null : mappings);
        return new String(encode(route, true), StandardCharsets.UTF_8);
    }

    private static boolean isIn(@Nullable String zone, BrokerData group) {
        return zone != null && zone.equalsIgnoreCase(group.zoneName());
    }

    /** No master is there and a slave may stand in for it. */
    private static boolean isReadOnly(RouteModel model, String name) {
        return model.members(name).stream().noneMatch(member -> member.who().brokerId() == 0)
                && data(model, name, false).enableActingMaster();
    }

    private static BrokerData data(RouteModel model, String name, boolean standIn) {
        RouteModel.Broker first = Objects.requireNonNull(model.first(name));
        TreeMap<Long, String> addresses = new TreeMap<>();
        for (RouteModel.Broker member : model.members(name)) {
            boolean acts = standIn && member == first && member.who().brokerId() > 0;
            addresses.put(
                    acts ? (Long) 0L : (Long) member.who().brokerId(),
                    member.who().address());
        }
        return new BrokerData(
                first.who().cluster(),
                name,
                addresses,
                first.header.zoneName(),
                Boolean.TRUE.equals(first.header.enableActingMaster()));
    }

    private static Set<String> names(RouteModel model) {
        Set<String> names = new TreeSet<>();
        model.brokers.forEach(broker -> names.add(broker.who().brokerName()));
        return names;
    }
}
