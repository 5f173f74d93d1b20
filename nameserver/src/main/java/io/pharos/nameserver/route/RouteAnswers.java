package io.pharos.nameserver.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.extension.RouteRevision;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.GetRouteInfo;
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
import org.jspecify.annotations.Nullable;

/**
 * Answers to route queries: encoded at the first question after a change, then the same bytes for everybody. An answer
 * is good for as long as the topic's value is the one that it was made of. What is kept is bounded in bytes. Thread-safe.
 */
final class RouteAnswers {
    /** Brokers find their own group by this topic, so it must show the ids as they are. */
    private static final String MEMBER_TOPIC_PREFIX = "rmq_sys_SYNC_BROKER_MEMBER_";

    private static final int ENTRY_BYTES = 200;

    private final String run;
    private final RouteEncoder encoder;
    private final Absences absences;
    private final Cache<String, Answer> strict;
    private final Cache<String, Answer> lenient;
    private final Cache<ZoneKey, Answer> zoned;

    /**
     * Keeps nothing yet.
     *
     * @param run of the name server, for revisions
     * @param absences says why a topic is not there
     */
    RouteAnswers(String run, RouteEncoder encoder, Absences absences, long maxBytes) {
        this.run = run;
        this.encoder = encoder;
        this.absences = absences;
        this.strict = cache(maxBytes * 2 / 5);
        this.lenient = cache(maxBytes * 2 / 5);
        this.zoned = cache(maxBytes / 5);
    }

    /**
     * The answer.
     *
     * @param topic the current value of the topic that the query is about
     * @param held the revision that the asker has; null when it named none
     */
    Reply answer(Topic topic, RouteQuery query, @Nullable String held) {
        if (topic.isEmpty()) {
            return notFound(topic, held);
        }
        if (query.zone() != null) {
            ZoneKey key = new ZoneKey(topic.name(), query.zone().toLowerCase(Locale.ROOT), query.strict());
            return answer(zoned, key, query, topic, held);
        }
        return answer(query.strict() ? strict : lenient, topic.name(), query, topic, held);
    }

    /** Bytes of what is kept, its administration included. */
    long keptBytes() {
        return weight(strict) + weight(lenient) + weight(zoned);
    }

    /** The original's answer and a sentence on the cause; the name, which can be anything, is shown bounded. */
    private Reply notFound(Topic topic, @Nullable String held) {
        // It does not depend on zone and dialect.
        String revision = new RouteRevision(run, topic.revision(), "").text();
        ExtFields ext = new GetRouteInfo.Answer(revision).toExt();
        return revision.equals(held)
                ? unchanged(ext)
                : new Reply(
                        ResponseCode.TOPIC_NOT_EXIST,
                        "No topic route info in name server for the topic: " + Quoted.bounded(topic.name())
                                + "\nLikeliest cause: "
                                + absences.of(topic.name()).sentence()
                                + ".\nSee https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.",
                        ext,
                        Command.NO_BODY);
    }

    private <K> Reply answer(Cache<K, Answer> cache, K key, RouteQuery query, Topic topic, @Nullable String held) {
        Answer known = cache.getIfPresent(key);
        if (known == null || known.topic() != topic) {
            String revision = new RouteRevision(run, topic.revision(), variant(query)).text();
            ExtFields ext = new GetRouteInfo.Answer(revision).toExt();
            if (revision.equals(held)) {
                return unchanged(ext);
            }
            byte[] body = encoder.encode(route(topic, query.zone()), query.strict());
            known = new Answer(topic, revision, Reply.ok(ext, body), body.length);
            cache.put(key, known);
        }
        return known.revision().equals(held) ? unchanged(known.reply().ext()) : known.reply();
    }

    private static Reply unchanged(ExtFields ext) {
        return new Reply(ExtensionCodes.ROUTE_UNCHANGED, null, ext, Command.NO_BODY);
    }

    /** What tells the answers to different questions about one topic apart. */
    private static String variant(RouteQuery query) {
        String dialect = query.strict() ? "" : "u";
        return query.zone() == null
                ? dialect
                : dialect + "z"
                        + Integer.toHexString(
                                query.zone().toLowerCase(Locale.ROOT).hashCode());
    }

    /** What the answer says, zone and acting masters worked in. */
    static TopicRoute route(Topic topic, @Nullable String zone) {
        boolean acting = topic.acting() && !topic.name().startsWith(MEMBER_TOPIC_PREFIX);
        boolean nearby = zone != null && hasZone(topic, zone);
        List<BrokerData> brokers = new ArrayList<>(topic.size());
        List<QueueData> queues = new ArrayList<>(topic.size());
        Map<String, List<String>> filters = new HashMap<>();
        for (int i = 0; i < topic.size(); i++) {
            Group group = topic.group(i);
            QueueData queue = queue(topic.queue(i), topic.isFenced(i) || group.readOnlyWithoutMaster());
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
        return new TopicRoute(brokers, queues, filters, topic.orderConf(), mappings(topic));
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
    private static QueueData queue(QueueData registered, boolean readOnly) {
        int permission = registered.permission();
        if (readOnly) {
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

    private record Answer(Topic topic, String revision, Reply reply, int bytes) {}
}
