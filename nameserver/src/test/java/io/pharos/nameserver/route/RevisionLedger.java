package io.pharos.nameserver.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.extension.RouteRevision;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Every answer that was seen with its revision, and what revisions promise about them. */
final class RevisionLedger {
    private final Map<String, Reply> answers = new HashMap<>();
    private final Map<RouteQuery, Reply> last = new HashMap<>();

    /** Asks everything: equal revisions mean equal answers, and those of a question rise when its answer changes. */
    void look(Routes routes) {
        for (RouteQuery query : RoutePicture.queries()) {
            Reply reply = routes.route(query);
            String revision =
                    Objects.requireNonNull(GetRouteInfo.Answer.from(reply.ext()).revision(), "revision");
            Reply same = answers.putIfAbsent(query.topic() + " " + revision, reply);
            if (same != null) {
                assertThat(says(same)).as(query + " " + revision).isEqualTo(says(reply));
            }
            Reply before = last.put(query, reply);
            if (before != null) {
                compare(query, before, reply);
            }
            Reply poll = routes.route(query, revision);
            assertThat(poll)
                    .isEqualTo(new Reply(ExtensionCodes.ROUTE_UNCHANGED, null, reply.ext(), ByteBuffer.allocate(0)));
        }
    }

    private static void compare(RouteQuery query, Reply before, Reply after) {
        RouteRevision old = revision(before);
        RouteRevision now = revision(after);
        if (now.run().equals(old.run())) {
            assertThat(now.number()).as(query.toString()).isGreaterThanOrEqualTo(old.number());
            if (!says(before).equals(says(after))) {
                assertThat(now.isOutdatedBy(old)).as(query.toString()).isFalse();
            }
        }
    }

    private static Map.Entry<Integer, ByteBuffer> says(Reply reply) {
        return Map.entry(reply.code(), reply.body());
    }

    static RouteRevision revision(Reply reply) {
        String text =
                Objects.requireNonNull(GetRouteInfo.Answer.from(reply.ext()).revision(), "revision");
        return Objects.requireNonNull(RouteRevision.parse(text), text);
    }
}
