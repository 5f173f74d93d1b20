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
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Answers to route queries: encoded at the first question after a change, then the same bytes for everybody. An answer
 * is good for as long as the topic's value is the one that it was made of. What is kept is bounded in bytes. Thread-safe.
 */
final class RouteAnswers {
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
            return notFound(topic, query, held);
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
    private Reply notFound(Topic topic, RouteQuery query, @Nullable String held) {
        String revision = revision(topic, query);
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
            String revision = revision(topic, query);
            ExtFields ext = new GetRouteInfo.Answer(revision).toExt();
            if (revision.equals(held)) {
                return unchanged(ext);
            }
            byte[] body = encoder.encode(RouteDecision.of(topic, query.zone()).route(), query.strict());
            known = new Answer(topic, revision, Reply.ok(ext, body), body.length);
            cache.put(key, known);
        }
        return known.revision().equals(held) ? unchanged(known.reply().ext()) : known.reply();
    }

    private static Reply unchanged(ExtFields ext) {
        return new Reply(ExtensionCodes.ROUTE_UNCHANGED, null, ext, Command.NO_BODY);
    }

    /** Names the answer to a query; "not found" does not depend on zone and dialect. */
    String revision(Topic topic, RouteQuery query) {
        return new RouteRevision(run, topic.revision(), topic.isEmpty() ? "" : variant(query)).text();
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
