package io.pharos.app;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.RouteExplanation.Broker;
import io.pharos.protocol.extension.RouteExplanation.Left;
import io.pharos.protocol.extension.RouteExplanation.Member;
import io.pharos.protocol.extension.RouteExplanation.Outcome;
import io.pharos.protocol.extension.RouteExplanation.Queues;
import io.pharos.protocol.route.Permission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An explanation as lines for people. */
final class ExplanationText {
    private ExplanationText() {}

    static List<String> lines(RouteExplanation explanation) {
        List<String> lines = new ArrayList<>();
        Outcome outcome = explanation.outcome();
        lines.add(explanation.question().topic() + ": " + outcome.result().replace('_', ' ') + " (code "
                + outcome.code() + ")");
        lines.add(outcome.summary());
        if (explanation.orderConf() != null) {
            lines.add("order configuration " + explanation.orderConf());
        }
        for (Broker broker : explanation.brokers()) {
            addBroker(lines, broker);
        }
        if (explanation.brokersLeftOut() > 0) {
            lines.add("... and " + explanation.brokersLeftOut() + " more brokers");
        }
        for (Left left : explanation.left()) {
            lines.add("broker " + named(left.brokerName(), left.cluster()) + " had it until "
                    + seconds(left.agoMillis()) + " ago: " + left.why().replace('_', ' '));
        }
        lines.add("revision " + explanation.revision());
        return lines;
    }

    private static void addBroker(List<String> lines, Broker broker) {
        Queues queues = broker.queues();
        lines.add("broker " + named(broker.brokerName(), broker.cluster())
                + (broker.zone() == null ? "" : ", zone " + broker.zone())
                + ": " + (queues.writable() ? "written to" : "not written to")
                + ", registered " + permission(queues.registered())
                + ", answered " + permission(queues.answered())
                + ", queues " + queues.read() + " to read, " + queues.write() + " to write");
        if (broker.leftOut() != null) {
            lines.add("  left out: " + broker.leftOut());
        }
        if (!queues.stoppedBy().isEmpty()) {
            lines.add("  writes stopped by "
                    + String.join(", ", queues.stoppedBy()).replace('_', ' '));
        }
        queues.fences().forEach(fence -> lines.add("  " + fence(fence)));
        if (broker.actingMaster() != null) {
            lines.add("  acting master " + broker.actingMaster());
        }
        broker.members().forEach(member -> lines.add("  " + member(member)));
        if (broker.membersLeftOut() > 0) {
            lines.add("  ... and " + broker.membersLeftOut() + " more members");
        }
    }

    private static String fence(Decision fence) {
        String credential = fence.by().credential();
        return "fence of " + fence.key().shown()
                + (fence.reason().isEmpty() ? "" : ": " + fence.reason())
                + ", by " + fence.by().address()
                + (credential == null ? "" : " (" + credential + ")")
                + " at " + Instant.ofEpochMilli(fence.atMillis())
                + (fence.expiresAtMillis() == null ? "" : ", until " + Instant.ofEpochMilli(fence.expiresAtMillis()));
    }

    private static String member(Member member) {
        StringBuilder text = new StringBuilder()
                .append(member.id())
                .append(' ')
                .append(member.address())
                .append(": ")
                .append(member.state());
        append(text, ", last registration or heartbeat ", member.silentMillis(), " ago");
        append(text, ", removed in ", member.goneInMillis(), " without another");
        if (member.connection() != null) {
            text.append(", connection ").append(member.connection());
        }
        if (member.peer() != null) {
            text.append(" from ").append(member.peer());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String before, @Nullable Long millis, String after) {
        if (millis != null) {
            text.append(before).append(seconds(millis)).append(after);
        }
    }

    private static String named(String brokerName, String cluster) {
        return brokerName + " (" + cluster + ")";
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }

    /** As files show theirs: r, w, or a dash. */
    private static String permission(int bits) {
        return ((bits & Permission.READ) == 0 ? "-" : "r") + ((bits & Permission.WRITE) == 0 ? "-" : "w") + " (" + bits
                + ")";
    }
}
