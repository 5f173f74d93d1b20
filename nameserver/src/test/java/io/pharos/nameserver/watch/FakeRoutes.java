package io.pharos.nameserver.watch;

import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.RouteSource;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.extension.RouteRevision;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.protocol.route.TopicRoute;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Routes that a test sets; one thread may change them while others read. */
final class FakeRoutes implements RouteSource {
    private final Map<String, Value> values = new ConcurrentHashMap<>();
    private final Consumer<String> listener;
    private final String run;
    private long number;
    volatile boolean ready = true;

    /** Runs once, when a value was read and before the reader gets it. */
    @Nullable
    Runnable whileReading;

    FakeRoutes(String run, Consumer<String> listener) {
        this.run = run;
        this.listener = listener;
    }

    private record Value(long number, @Nullable String broker) {}

    /** The topic is on this broker alone; null for nowhere. */
    void set(String topic, @Nullable String broker) {
        values.put(topic, new Value(++number, broker));
        listener.accept(topic);
    }

    String revision(String topic) {
        return new RouteRevision(run, valueOf(topic).number, "").text();
    }

    static TopicRoute routeOn(String broker) {
        return new TopicRoute(
                List.of(new BrokerData("c", broker, new TreeMap<>(Map.of(0L, broker + ":1")), null, false)),
                List.of(),
                Map.of(),
                null,
                null);
    }

    @Override
    public Reply current(RouteQuery query, @Nullable String held) {
        Value value = valueOf(query.topic());
        Runnable meanwhile = whileReading;
        if (meanwhile != null) {
            whileReading = null;
            meanwhile.run();
        }
        String revision = new RouteRevision(run, value.number, query.strict() ? "" : "u").text();
        ExtFields ext = new GetRouteInfo.Answer(revision).toExt();
        if (revision.equals(held)) {
            return new Reply(ExtensionCodes.ROUTE_UNCHANGED, null, ext, Command.NO_BODY);
        }
        if (value.broker == null) {
            return new Reply(17, "absent", ext, Command.NO_BODY);
        }
        JsonDialect dialect = query.strict() ? JsonDialect.STANDARD : JsonDialect.UNQUOTED_KEYS;
        return new Reply(0, null, ext, ByteBuffer.wrap(RouteCodec.encode(routeOn(value.broker), dialect)));
    }

    @Override
    public boolean isReady(String topic) {
        return ready;
    }

    private Value valueOf(String topic) {
        return values.getOrDefault(topic, new Value(0, null));
    }
}
