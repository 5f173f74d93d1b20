package io.pharos.nameserver.handler;

import io.pharos.nameserver.access.Audit;
import io.pharos.nameserver.access.Ownership;
import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.route.BrokerIdentity;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.DataVersionCodec;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.RouteCodec;
import io.pharos.remoting.Exchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What brokers say of themselves and operators of brokers and topics, apart from registrations. */
final class BrokerHandlers {
    private final Routes routes;
    private final Ownership owners;

    BrokerHandlers(Routes routes, Ownership owners) {
        this.routes = routes;
        this.owners = owners;
    }

    Reply heartbeat(BrokerHeartbeat request, Exchange exchange) {
        owners.check("BROKER_HEARTBEAT", request.brokerName(), exchange.credential());
        routes.heartbeat(
                request.clusterName(),
                request.brokerAddr(),
                exchange.connection().id());
        return Reply.OK;
    }

    Reply dataVersion(QueryDataVersion request, Exchange exchange) {
        owners.check("QUERY_DATA_VERSION", request.brokerName(), exchange.credential());
        DataVersion held = routes.dataVersion(request.clusterName(), request.brokerAddr());
        routes.heartbeat(
                request.clusterName(),
                request.brokerAddr(),
                exchange.connection().id());
        if (held == null) {
            return Reply.ok(new QueryDataVersion.Answer(true).toExt());
        }
        boolean changed = !request.body().hasRemaining() || !held.equals(DataVersionCodec.decode(request.body()));
        return Reply.ok(new QueryDataVersion.Answer(changed).toExt(), DataVersionCodec.encode(held));
    }

    CompletionStage<Reply> unregister(UnregisterBroker request, Exchange exchange) {
        owners.check("UNREGISTER_BROKER", request.brokerName(), exchange.credential());
        BrokerIdentity leaver = new BrokerIdentity(
                request.clusterName(), request.brokerName(), request.brokerId(), request.brokerAddr());
        return routes.unregister(List.of(leaver), exchange.connection().id()).thenApply(done -> Reply.OK);
    }

    CompletionStage<Reply> deleteTopic(DeleteTopic request, Exchange exchange) {
        String cluster = request.clusterName();
        return routes.deleteTopic(request.topic(), cluster).thenApply(removed -> {
            if (!removed.isEmpty()) {
                Audit.changed(
                        "topic deleted",
                        request.topic(),
                        Who.of(exchange),
                        "on " + String.join(",", removed),
                        "routes removed");
            }
            return Reply.OK;
        });
    }

    CompletionStage<Reply> registerTopic(RegisterTopic request, Exchange exchange) {
        if (!request.body().hasRemaining()) {
            return CompletableFuture.completedFuture(Reply.OK);
        }
        List<QueueData> queues = RouteCodec.decode(request.body()).queues();
        queues.forEach(queue -> owners.check("REGISTER_TOPIC_IN_NAMESRV", queue.brokerName(), exchange.credential()));
        return routes.registerTopic(request.topic(), queues).thenApply(done -> Reply.OK);
    }
}
