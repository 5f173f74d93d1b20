package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which handler answers which request code, and where it runs. Immutable. */
public final class RequestTable {
    private static final int DENSE_CODES = 1024;

    private final Map<Integer, Route<?>> routes;

    /** By code for the small ones, which are nearly all: an array beats boxing and hashing for each request. */
    private final @Nullable Route<?>[] dense = new Route<?>[DENSE_CODES];

    private RequestTable(Map<Integer, Route<?>> routes) {
        this.routes = Map.copyOf(routes);
        routes.forEach((code, route) -> {
            if (code >= 0 && code < DENSE_CODES) {
                dense[code] = route;
            }
        });
    }

    /** A table to fill. */
    public static Builder builder() {
        return new Builder();
    }

    /** The entry of a code; null when no handler answers it. */
    @Nullable
    Route<?> find(int code) {
        return code >= 0 && code < DENSE_CODES ? dense[code] : routes.get(code);
    }

    /** The codes that are answered. */
    public Set<Integer> codes() {
        return routes.keySet();
    }

    /**
     * One entry.
     *
     * @param spec decodes the request
     * @param executor where decode and handler run; null for the connection's event loop
     * @param handler answers it
     * @param gate says who may ask; null for everybody
     */
    record Route<Q extends Request>(
            RequestSpec<Q> spec,
            @Nullable Executor executor,
            Handler<Q> handler,
            @Nullable Gate gate) {
        Route<Q> behind(@Nullable Gate other) {
            return new Route<>(spec, executor, handler, other);
        }

        CompletionStage<Reply> answer(Connection connection, Command command, @Nullable String credential) {
            return handler.handle(spec.decode(command), new Exchange(connection, command, credential));
        }
    }

    /** Collects entries. Not thread-safe. */
    public static final class Builder {
        private final Map<Integer, Route<?>> routes = new HashMap<>();

        private Builder() {}

        /** The handler runs on the connection's event loop: it must never block nor compute for long. */
        public <Q extends Request> Builder onEventLoop(RequestSpec<Q> spec, Handler<Q> handler) {
            return add(new Route<>(spec, null, handler, null));
        }

        /** The handler runs on an executor; when that refuses, the peer is answered SYSTEM_BUSY. */
        public <Q extends Request> Builder on(Executor executor, RequestSpec<Q> spec, Handler<Q> handler) {
            return add(new Route<>(spec, executor, handler, null));
        }

        /**
         * Puts a gate before each handler that was entered.
         *
         * @param gates gives that of a request; null for none, which costs its requests nothing
         */
        public Builder behind(Function<RequestSpec<?>, @Nullable Gate> gates) {
            routes.replaceAll((code, route) -> route.behind(gates.apply(route.spec())));
            return this;
        }

        /** The table. */
        public RequestTable build() {
            return new RequestTable(routes);
        }

        private Builder add(Route<?> route) {
            if (routes.putIfAbsent(route.spec().code(), route) != null) {
                throw new IllegalArgumentException(
                        "two handlers for code " + route.spec().code());
            }
            return this;
        }
    }
}
