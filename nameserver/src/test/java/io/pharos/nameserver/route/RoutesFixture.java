package io.pharos.nameserver.route;

import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import io.pharos.protocol.route.TopicConfig;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.testkit.ManualClock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Routes whose writer is the test's own thread, and short words for events. */
final class RoutesFixture implements RouteEffects {
    static final Duration SCAN = Duration.ofSeconds(1);

    final ManualClock clock = new ManualClock();
    final List<MinBrokerIdChange> news = new ArrayList<>();
    final List<Long> closed = new ArrayList<>();
    final Set<Long> gone = new HashSet<>();
    final List<Long> asked = new ArrayList<>();
    final Map<Long, Long> heard = new HashMap<>();
    final Routes routes;

    RoutesFixture() {
        this(RouteSettings.DEFAULT);
    }

    RoutesFixture(RouteSettings settings) {
        routes = new Routes(clock, Runnable::run, settings, this, RoutesFixture::text, 1 << 20, "run");
    }

    @Override
    public void minBrokerIdChanged(MinBrokerIdChange change) {
        news.add(change);
    }

    @Override
    public void closeSilentConnection(long connectionId) {
        closed.add(connectionId);
    }

    @Override
    public void ask(long connectionId) {
        asked.add(connectionId);
    }

    @Override
    public long heardNanos(long connectionId, long otherwise) {
        return heard.getOrDefault(connectionId, otherwise);
    }

    /** Something comes over a connection that is no answer. */
    void hear(long connection) {
        heard.put(connection, clock.monotonicNanos());
    }

    /** The answer to a question comes over a connection. */
    void answer(long connection) {
        hear(connection);
        get(routes.answered(connection));
    }

    /** Registers over a connection, taking the fast path when it is open. */
    RegistrationResult register(RegistrationHeader header, Registration registration, long connection) {
        hear(connection);
        ByteBuffer body = bytes(registration);
        RegistrationResult same = routes.unchanged(header, body, connection);
        return same != null ? same : registerSlowly(header, registration, connection);
    }

    RegistrationResult registerSlowly(RegistrationHeader header, Registration registration, long connection) {
        RegistrationDecoder.Decoded decoded =
                routes.decode(header.identity(), RegistrationCodec.FIRST_FULL_VERSION, false, bytes(registration));
        return get(routes.register(
                header, registration, decoded.body(), new Origin(connection, () -> !gone.contains(connection))));
    }

    boolean isUnchanged(RegistrationHeader header, Registration registration, long connection) {
        return routes.unchanged(header, bytes(registration), connection) != null;
    }

    void close(long connection) {
        gone.add(connection);
        get(routes.connectionClosed(connection));
    }

    void unregister(RegistrationHeader header, long connection) {
        get(routes.unregister(List.of(header.identity()), connection));
    }

    void scan() {
        get(routes.scan(SCAN));
    }

    /** Scans each second for a while, as the server does. */
    void pass(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            clock.advance(SCAN);
            scan();
        }
    }

    String route(String topic) {
        Reply reply = routes.route(new RouteQuery(topic, true, null));
        return reply.code() == 0
                ? StandardCharsets.UTF_8.decode(reply.body().duplicate()).toString()
                : "code " + reply.code();
    }

    boolean knows(String topic) {
        return routes.topics().contains(topic);
    }

    static Fences fences(FenceKey... keys) {
        return Fences.of(List.of(keys));
    }

    static RegistrationHeader master(String name) {
        return broker("c1", name, 0, name + ":10911", true);
    }

    static RegistrationHeader slave(String name, long id) {
        return broker("c1", name, id, name + "-" + id + ":10911", true);
    }

    static RegistrationHeader broker(
            String cluster, String name, long id, String address, @Nullable Boolean actingMaster) {
        return new RegistrationHeader(
                new BrokerIdentity(cluster, name, id, address), "ha-" + address, null, null, actingMaster, 0);
    }

    static Registration topics(long counter, String... names) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (String name : names) {
            topics.put(name, topic(name, 4, 6));
        }
        return new Registration(new DataVersion(0, 1, counter), topics, Map.of(), List.of());
    }

    /** A whole registration as a stock broker sends it: with its system topics. */
    static Registration whole(RegistrationHeader header, long counter, String... names) {
        List<String> all = new ArrayList<>(sentinels(header));
        all.addAll(List.of(names));
        return topics(counter, all.toArray(new String[0]));
    }

    static List<String> sentinels(RegistrationHeader header) {
        return List.of(
                "SELF_TEST_TOPIC",
                "BenchmarkTest",
                "OFFSET_MOVED_EVENT",
                "SCHEDULE_TOPIC_XXXX",
                header.identity().cluster(),
                header.identity().brokerName());
    }

    static Registration with(Registration registration, TopicConfig topic) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>(registration.topics());
        topics.put(topic.name(), topic);
        return new Registration(
                registration.dataVersion(), topics, registration.mappings(), registration.filterServers());
    }

    static Registration mapped(Registration registration, String brokerName, String... topics) {
        Map<String, QueueMapping> mappings = new LinkedHashMap<>();
        for (String topic : topics) {
            mappings.put(
                    topic, new QueueMapping(topic, "__global__", 4, brokerName, 1, false, new TreeMap<>(Map.of(0, 0))));
        }
        return new Registration(
                registration.dataVersion(), registration.topics(), mappings, registration.filterServers());
    }

    static TopicConfig topic(String name, int queues, int permission) {
        return new TopicConfig(name, queues, queues, permission, 0, false, "SINGLE_TAG", Map.of());
    }

    static ByteBuffer bytes(Registration registration) {
        return ByteBuffer.wrap(RegistrationCodec.encodePlain(registration, 1));
    }

    static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RequestFailed refused) {
                throw refused;
            }
            throw failure;
        }
    }

    /** A route as short text: {@code name{0=address}zone queues/permission; ...}. */
    private static byte[] text(TopicRoute route, boolean strict) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < route.queues().size(); i++) {
            BrokerData broker = route.brokers().get(i);
            QueueData queue = route.queues().get(i);
            text.append(i > 0 ? "; " : "")
                    .append(broker.brokerName())
                    .append(broker.addresses())
                    .append(' ')
                    .append(queue.writeQueues())
                    .append('/')
                    .append(queue.permission());
        }
        if (route.mappings() != null) {
            text.append(" mapped ").append(route.mappings().keySet());
        }
        if (route.orderTopicConf() != null) {
            text.append(" order ").append(route.orderTopicConf());
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
