package io.pharos.nameserver.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.Permission;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.TopicRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers to route queries: encoded at the first question after a change, then the same bytes for everybody. An answer
 * is good for as long as the topic's value, the settings and the topic's order configuration are the ones that it was
 * made of. What is kept is bounded in bytes. Thread-safe.
 */
final class RouteAnswers {
    /** Brokers find their own group by this topic, so it must show the ids as they are. */
    private static final String MEMBER_TOPIC_PREFIX = "rmq_sys_SYNC_BROKER_MEMBER_";

    private static final int ENTRY_BYTES = 200;

    private final RouteView view;
    private final RouteEncoder encoder;
    private final Cache<String, Answer> strict;
    private final Cache<String, Answer> lenient;
    private final Cache<ZoneKey, Answer> zoned;

    RouteAnswers(RouteView view, RouteEncoder encoder, long maxBytes) {
        this.view = view;
        this.encoder = encoder;
        this.strict = cache(maxBytes * 2 / 5);
        this.lenient = cache(maxBytes * 2 / 5);
        this.zoned = cache(maxBytes / 5);
    }

    /** The answer, or null when no broker has the topic. */
    @Nullable
    Reply find(RouteQuery query, RouteSettings settings) {
        Topic topic = view.topic(query.topic());
        if (topic == null) {
            return null;
        }
        if (query.zone() != null) {
            ZoneKey key = new ZoneKey(topic.name(), query.zone().toLowerCase(Locale.ROOT), query.strict());
            return find(zoned, key, query, topic, settings);
        }
        return find(query.strict() ? strict : lenient, topic.name(), query, topic, settings);
    }

    /** Bytes of what is kept, its administration included. */
    long keptBytes() {
        return weight(strict) + weight(lenient) + weight(zoned);
    }

    /** The original's answer for a topic that no broker has; the name, which can be anything, is shown bounded. */
    static Reply notFound(String topic) {
        return Reply.failed(
                ResponseCode.TOPIC_NOT_EXIST,
                "No topic route info in name server for the topic: " + Quoted.bounded(topic)
                        + "\nSee https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.");
    }

    private <K> Reply find(Cache<K, Answer> cache, K key, RouteQuery query, Topic topic, RouteSettings settings) {
        Function<String, @Nullable String> orderConf = settings.orderConf();
        String order = orderConf == null ? null : orderConf.apply(topic.name());
        Answer known = cache.getIfPresent(key);
        if (known != null && known.isOf(topic, settings.supportActingMaster(), order)) {
            return known.reply();
        }
        TopicRoute route = route(topic, settings, order, query.zone());
        byte[] body = encoder.encode(route, query.strict());
        Answer fresh = new Answer(topic, settings.supportActingMaster(), order, Reply.ok(body), body.length);
        cache.put(key, fresh);
        return fresh.reply();
    }

    /** What the answer says, zone and acting masters worked in. */
    static TopicRoute route(Topic topic, RouteSettings settings, @Nullable String orderConf, @Nullable String zone) {
        boolean acting = settings.supportActingMaster() && !topic.name().startsWith(MEMBER_TOPIC_PREFIX);
        boolean nearby = zone != null && hasZone(topic, zone);
        List<BrokerData> brokers = new ArrayList<>(topic.size());
        List<QueueData> queues = new ArrayList<>(topic.size());
        Map<String, List<String>> filters = new HashMap<>();
        for (int i = 0; i < topic.size(); i++) {
            Group group = topic.group(i);
            QueueData queue = queue(topic.queue(i), group);
            BrokerData data = acting && mayAct(group, queue) ? withActingMaster(group) : group.data();
            if (nearby && data.addresses().containsKey(0L) && !inZone(group, zone)) {
                continue;
            }
            brokers.add(data);
            queues.add(queue);
            if (group.hasFilterServers()) {
                for (Member member : group.members()) {
                    if (!member.filterServers().isEmpty()) {
                        filters.put(member.address(), member.filterServers());
                    }
                }
            }
        }
        return new TopicRoute(brokers, queues, filters, orderConf, mappings(topic));
    }

    private static @Nullable Map<String, QueueMapping> mappings(Topic topic) {
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

    /** As registered, without the right to write where it is stopped or no master is there to take it. */
    private static QueueData queue(QueueData registered, Group group) {
        int permission = registered.permission();
        if (group.fenced() || group.readOnlyWithoutMaster()) {
            permission = Permission.withoutWrite(permission);
        }
        return permission == registered.permission()
                ? registered
                : new QueueData(
                        registered.brokerName(),
                        registered.readQueues(),
                        registered.writeQueues(),
                        permission,
                        registered.sysFlag());
    }

    private static boolean mayAct(Group group, QueueData queue) {
        return group.readOnlyWithoutMaster()
                && group.first() != null
                && Permission.withoutWrite(queue.permission()) == queue.permission();
    }

    private static BrokerData withActingMaster(Group group) {
        BrokerData data = group.data();
        SortedMap<Long, String> addresses = new TreeMap<>((Map<Long, String>) data.addresses());
        Member first = Objects.requireNonNull(group.first(), "first");
        addresses.remove(first.id());
        addresses.put(0L, first.address());
        return new BrokerData(data.cluster(), data.brokerName(), addresses, data.zoneName(), data.enableActingMaster());
    }

    private static boolean hasZone(Topic topic, String zone) {
        for (int i = 0; i < topic.size(); i++) {
            if (inZone(topic.group(i), zone)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inZone(Group group, @Nullable String zone) {
        return zone != null && zone.equalsIgnoreCase(group.data().zoneName());
    }

    private static long weight(Cache<?, Answer> cache) {
        return cache.policy()
                .eviction()
                .map(bound -> bound.weightedSize().orElse(0))
                .orElse(0L);
    }

    private static <K> Cache<K, Answer> cache(long maxBytes) {
        return Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((K key, Answer answer) -> answer.bytes() + ENTRY_BYTES)
                .executor(Runnable::run)
                .build();
    }

    private record ZoneKey(String topic, String zone, boolean strict) {}

    private record Answer(
            Topic topic, boolean acting, @Nullable String orderConf, Reply reply, int bytes) {
        boolean isOf(Topic now, boolean actingNow, @Nullable String order) {
            return topic == now && acting == actingNow && Objects.equals(orderConf, order);
        }
    }
}
