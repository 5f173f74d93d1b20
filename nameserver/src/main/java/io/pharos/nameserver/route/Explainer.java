package io.pharos.nameserver.route;

import io.pharos.base.Clock;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.RouteExplanation.Outcome;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.ResponseCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Puts into words what {@link RouteDecision} decides: the answer is not worked out again here. What is told beside it,
 * of connections, signs of life and who set a fence, is as of a moment later. Thread-safe.
 */
final class Explainer {
    private final LiveBrokers live;
    private final Departures departures;
    private final Absences absences;
    private final ExplanationSources sources;
    private final Clock clock;

    Explainer(LiveBrokers live, Departures departures, Absences absences, ExplanationSources sources, Clock clock) {
        this.live = live;
        this.departures = departures;
        this.absences = absences;
        this.sources = sources;
        this.clock = clock;
    }

    /**
     * Explains.
     *
     * @param decision what the answer is made of
     * @param ready whether answers about the topic are given already
     * @param revision of the answer
     */
    RouteExplanation explain(ExplainRoute question, RouteDecision decision, boolean ready, String revision) {
        long now = clock.monotonicNanos();
        List<RouteDecision.Part> parts = decision.parts();
        if (parts.size() > RouteExplanation.MAX_BROKERS) {
            parts = new ArrayList<>(parts);
            parts.sort(Comparator.comparing(RouteDecision.Part::isWritable));
            parts = parts.subList(0, RouteExplanation.MAX_BROKERS);
        }
        List<RouteExplanation.Left> left = departures.of(question.topic()).stream()
                .map(departure -> left(departure, now))
                .toList();
        return new RouteExplanation(
                question,
                clock.wallMillis(),
                outcome(question, decision, ready),
                revision,
                decision.topic().orderConf(),
                parts.stream().map(part -> broker(decision, part, now)).toList(),
                decision.parts().size() - parts.size(),
                left);
    }

    private Outcome outcome(ExplainRoute question, RouteDecision decision, boolean ready) {
        Absence absence = decision.parts().isEmpty() ? absences.of(question.topic()) : null;
        String cause = absence == null ? null : word(absence.cause());
        String address = question.clientAddress();
        String key = address == null ? null : sources.refusedBy(address);
        if (key != null) {
            return new Outcome(
                    "not_allowed",
                    ResponseCode.NO_PERMISSION,
                    cause,
                    "the client is not among the addresses that may query routes (" + key + ")");
        }
        if (!ready) {
            return new Outcome(
                    "not_ready",
                    ResponseCode.SYSTEM_ERROR,
                    cause,
                    "this name server has started just now and withholds answers that may be incomplete"
                            + " (needWaitForService, waitSecondsForService)");
        }
        return absence == null
                ? new Outcome("found", ResponseCode.SUCCESS, null, summary(decision))
                : new Outcome("not_found", ResponseCode.TOPIC_NOT_EXIST, cause, absence.sentence());
    }

    private static String summary(RouteDecision decision) {
        int writable = 0;
        int leftOut = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        for (RouteDecision.Part part : decision.parts()) {
            if (part.leftOut()) {
                leftOut++;
            } else if (part.isWritable()) {
                writable++;
            } else {
                reasons(part).forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            }
        }
        StringBuilder text = new StringBuilder();
        int groups = decision.parts().size();
        text.append(groups).append(groups == 1 ? " broker has it" : " brokers have it");
        if (leftOut > 0) {
            text.append(", ").append(leftOut).append(" left out for ").append(zone(decision));
        }
        text.append("; producers write to ").append(writable);
        String separator = ", not to others: ";
        for (Map.Entry<String, Integer> reason : reasons.entrySet()) {
            text.append(separator)
                    .append(reason.getKey())
                    .append(" (")
                    .append(reason.getValue())
                    .append(')');
            separator = ", ";
        }
        return text.toString();
    }

    private static List<String> reasons(RouteDecision.Part part) {
        if (!part.stops().isEmpty()) {
            return part.stops().stream().map(WriteStop::clause).toList();
        }
        if (!part.hasMaster()) {
            return List.of("no master");
        }
        return List.of(part.hasRightToWrite() ? "no queues to write to" : "registered without the right to write");
    }

    private static String zone(RouteDecision decision) {
        return "zone[" + Quoted.bounded(String.valueOf(decision.zone())) + "]";
    }

    private RouteExplanation.Broker broker(RouteDecision decision, RouteDecision.Part part, long now) {
        Group group = part.group();
        List<RouteExplanation.Member> members = group.members().stream()
                .limit(RouteExplanation.MAX_MEMBERS)
                .map(member -> member(group, member, now))
                .toList();
        return new RouteExplanation.Broker(
                group.cluster(),
                group.name(),
                group.data().zoneName(),
                part.leftOut() ? leftOut(decision, group) : null,
                new RouteExplanation.Queues(
                        part.queues().readQueues(),
                        part.queues().writeQueues(),
                        part.registered().permission(),
                        part.queues().permission(),
                        part.stops().stream().map(Explainer::word).toList(),
                        fences(decision.topic().name(), group, part.stops()),
                        part.isWritable()),
                part.actingMaster() == null ? null : part.actingMaster().address(),
                members,
                group.members().size() - members.size());
    }

    private static String leftOut(RouteDecision decision, Group group) {
        String zone = group.data().zoneName();
        return "it is in " + (zone == null ? "no zone" : "zone[" + zone + "]")
                + " and has a master, while other brokers" + " are in zone["
                + Quoted.bounded(String.valueOf(decision.zone())) + "], which was asked for";
    }

    private List<Decision> fences(String topic, Group group, Set<WriteStop> stops) {
        List<Decision> fences = new ArrayList<>();
        for (WriteStop stop : stops) {
            FenceKey key = switch (stop) {
                case BROKER_FENCE -> FenceKey.broker(group.cluster(), group.name());
                case TOPIC_FENCE -> FenceKey.topic(topic);
                case TOPIC_ON_BROKER_FENCE -> new FenceKey(topic, group.cluster(), group.name());
                case SUSPECT, NO_MASTER -> null;
            };
            Decision decision = key == null ? null : sources.fence(key);
            if (decision != null) {
                fences.add(decision);
            }
        }
        return fences;
    }

    private RouteExplanation.Member member(Group group, Member member, long now) {
        LiveBroker broker = live.find(group.cluster(), member.address());
        if (broker == null) {
            return new RouteExplanation.Member(member.id(), member.address(), "gone", null, null, null, null);
        }
        boolean restored = broker.restored();
        String heard = broker.suspect() ? "suspect" : "live";
        Long connection = restored ? null : (Long) broker.connection();
        return new RouteExplanation.Member(
                member.id(),
                member.address(),
                restored ? "restored" : heard,
                restored ? null : (Long) millis(broker.silentNanos(now)),
                millis(broker.leftNanos(now)),
                connection,
                connection == null ? null : sources.peer(connection));
    }

    private static RouteExplanation.Left left(Departure departure, long now) {
        return new RouteExplanation.Left(
                departure.cluster(), departure.brokerName(), word(departure.why()), millis(now - departure.atNanos()));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static long millis(long nanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
