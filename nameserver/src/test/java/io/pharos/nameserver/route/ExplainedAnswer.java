package io.pharos.nameserver.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.extension.Stamp;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds an explanation against the answer that it explains, in the form of {@link RoutePicture#encode}. */
final class ExplainedAnswer {
    private static final Pattern QUEUES = Pattern.compile("queues (\\S+ \\d+/\\d+ perm \\d+)");
    private static final Pattern BROKER = Pattern.compile("broker (\\S+\\{[^}]*\\})");

    private ExplainedAnswer() {}

    /** Brokers, addresses, permissions, code and revision are those of the answer; fences are those that hold. */
    static void check(Routes routes, RouteQuery query, Collection<FenceKey> fences) {
        Reply answer = routes.route(query);
        RouteExplanation explained =
                routes.explain(new ExplainRoute(query.topic(), null, query.zone()), sources(fences));

        assertThat(explained.outcome().code()).as(query.topic()).isEqualTo(answer.code());
        assertThat(explained.revision())
                .isEqualTo(GetRouteInfo.Answer.from(answer.ext()).revision());
        String body = StandardCharsets.UTF_8.decode(answer.body().duplicate()).toString();
        assertThat(explained.brokers().stream()
                        .filter(broker -> broker.leftOut() == null)
                        .map(ExplainedAnswer::queues))
                .as(query.topic())
                .containsExactlyInAnyOrderElementsOf(found(QUEUES, body));
        assertThat(explained.brokers().stream()
                        .filter(broker -> broker.leftOut() == null)
                        .map(ExplainedAnswer::addresses))
                .as(query.topic())
                .containsExactlyInAnyOrderElementsOf(found(BROKER, body));
        for (RouteExplanation.Broker broker : explained.brokers()) {
            checkFences(query.topic(), broker, fences);
        }
    }

    private static void checkFences(String topic, RouteExplanation.Broker broker, Collection<FenceKey> fences) {
        Set<FenceKey> bearing = new TreeSet<>(fences);
        bearing.retainAll(Set.of(
                FenceKey.broker(broker.cluster(), broker.brokerName()),
                FenceKey.topic(topic),
                new FenceKey(topic, broker.cluster(), broker.brokerName())));
        assertThat(broker.queues().fences().stream().map(Decision::key).collect(Collectors.toSet()))
                .as(topic)
                .isEqualTo(bearing);
    }

    private static String queues(RouteExplanation.Broker broker) {
        RouteExplanation.Queues queues = broker.queues();
        return broker.brokerName() + " " + queues.read() + "/" + queues.write() + " perm " + queues.answered();
    }

    private static String addresses(RouteExplanation.Broker broker) {
        TreeMap<Long, String> addresses = new TreeMap<>();
        for (RouteExplanation.Member member : broker.members()) {
            boolean acts = member.address().equals(broker.actingMaster());
            addresses.put(acts ? (Long) 0L : (Long) member.id(), member.address());
        }
        return broker.cluster() + "/" + broker.brokerName() + addresses;
    }

    private static Set<String> found(Pattern pattern, String body) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(body);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** Fences as decided by nobody in particular; every client may ask. */
    static ExplanationSources sources(Collection<FenceKey> fences) {
        return new ExplanationSources() {
            @Override
            public @Nullable Decision fence(FenceKey key) {
                return fences.contains(key)
                        ? new Decision(key, new Stamp(1, 0, "n1"), true, 1, new Decision.By("h:1", null), "why", null)
                        : null;
            }

            @Override
            public @Nullable String peer(long connectionId) {
                return "peer-" + connectionId;
            }

            @Override
            public @Nullable String refusedBy(String address) {
                return null;
            }
        };
    }
}
