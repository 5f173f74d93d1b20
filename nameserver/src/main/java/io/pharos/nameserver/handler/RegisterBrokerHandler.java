package io.pharos.nameserver.handler;

import io.pharos.nameserver.access.Ownership;
import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.handler.RegistrationObserver.Outcome;
import io.pharos.nameserver.kv.KvStore;
import io.pharos.nameserver.route.BrokerIdentity;
import io.pharos.nameserver.route.Origin;
import io.pharos.nameserver.route.RegistrationHeader;
import io.pharos.nameserver.route.RegistrationResult;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import io.pharos.remoting.Exchange;
import io.pharos.remoting.Handler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;

/**
 * REGISTER_BROKER (103). What says the same as last time is answered on the event loop; anything else is decoded on
 * a bounded pool, one after the other for each connection, and then applied.
 */
final class RegisterBrokerHandler implements Handler<RegisterBroker> {
    private final Routes routes;
    private final KvStore kv;
    private final ConfigStore config;
    private final Ownership owners;
    private final LongFunction<Executor> decoding;
    private final RegistrationObserver observer;

    RegisterBrokerHandler(
            Routes routes,
            KvStore kv,
            ConfigStore config,
            Ownership owners,
            LongFunction<Executor> decoding,
            RegistrationObserver observer) {
        this.routes = routes;
        this.kv = kv;
        this.config = config;
        this.owners = owners;
        this.decoding = decoding;
        this.observer = observer;
    }

    @Override
    public CompletionStage<Reply> handle(RegisterBroker request, Exchange exchange) {
        owners.claim("REGISTER_BROKER", request.brokerName(), exchange.credential());
        int version = exchange.command().version();
        long connection = exchange.connection().id();
        RegistrationHeader header = header(request, version);
        RegistrationResult same = routes.unchanged(header, request.body(), connection);
        if (same != null) {
            observer.registered(Outcome.UNCHANGED, request.body().remaining());
            return CompletableFuture.completedFuture(reply(same));
        }
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        try {
            decoding.apply(connection).execute(() -> apply(request, exchange, header, answer));
        } catch (RejectedExecutionException full) {
            refuse(request, header.identity(), connection, full, answer);
        }
        return answer;
    }

    private void apply(
            RegisterBroker request, Exchange exchange, RegistrationHeader header, CompletableFuture<Reply> answer) {
        long connection = exchange.connection().id();
        try {
            RegistrationDecoder.Decoded decoded =
                    decode(request, exchange.command().version(), header.identity());
            Origin origin = new Origin(connection, exchange.connection()::isOpen);
            routes.register(header, decoded.registration(), decoded.body(), origin)
                    .whenComplete((result, failure) -> {
                        if (failure != null) {
                            observer.registered(Outcome.REFUSED, request.body().remaining());
                            answer.completeExceptionally(failure);
                        } else {
                            observer.registered(Outcome.CHANGED, request.body().remaining());
                            answer.complete(reply(result));
                        }
                    });
        } catch (RuntimeException failure) {
            refuse(request, header.identity(), connection, failure, answer);
        }
    }

    private void refuse(
            RegisterBroker request,
            BrokerIdentity identity,
            long connection,
            RuntimeException failure,
            CompletableFuture<Reply> answer) {
        observer.registered(Outcome.REFUSED, request.body().remaining());
        routes.refused(identity, connection).whenComplete((done, ignored) -> answer.completeExceptionally(failure));
    }

    private RegistrationDecoder.Decoded decode(RegisterBroker request, int version, BrokerIdentity identity) {
        if (request.bodyCrc32() != 0 && request.bodyCrc32() != RegistrationCodec.crc32(request.body())) {
            throw new RequestFailed(ResponseCode.SYSTEM_ERROR, "crc32 not match");
        }
        return routes.decode(identity, version, request.compressed(), request.body());
    }

    private static RegistrationHeader header(RegisterBroker request, int version) {
        boolean full = version >= RegistrationCodec.FIRST_FULL_VERSION;
        int compressed = request.compressed() ? 2 : 1;
        String ha = request.haServerAddr();
        return new RegistrationHeader(
                new BrokerIdentity(
                        request.clusterName(), request.brokerName(), request.brokerId(), request.brokerAddr()),
                ha == null ? "" : ha,
                request.zoneName(),
                request.heartbeatTimeoutMillis(),
                request.enableActingMaster(),
                full ? compressed : 0);
    }

    private Reply reply(RegistrationResult result) {
        RegisterBroker.Answer answer = new RegisterBroker.Answer(result.haServerAddress(), result.masterAddress());
        if (!config.live().returnOrderTopicConfigToBroker()) {
            return Reply.ok(answer.toExt());
        }
        return kv.encoded(KvStore.ORDER_TOPICS)
                .map(table -> Reply.ok(answer.toExt(), table))
                .orElseGet(() -> Reply.ok(answer.toExt()));
    }
}
