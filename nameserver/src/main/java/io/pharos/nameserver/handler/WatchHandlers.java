package io.pharos.nameserver.handler;

import io.pharos.nameserver.watch.RouteWatch;
import io.pharos.protocol.extension.UnwatchRoutes;
import io.pharos.protocol.extension.WatchRoutes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.route.WatchList;
import io.pharos.remoting.Exchange;

/** The two requests of route watch. Long lists take their time. */
final class WatchHandlers {
    private final RouteWatch watch;

    WatchHandlers(RouteWatch watch) {
        this.watch = watch;
    }

    Reply watch(WatchRoutes request, Exchange exchange) {
        WatchList list = WatchList.decode(request.body(), watch.maxTopics(), watch::tooManyTopics);
        return Reply.ok(watch.watch(
                exchange.connection(),
                list,
                topic -> QueryHandlers.query(
                        topic,
                        request.acceptStandardJsonOnly(),
                        request.zoneMode(),
                        request.zoneName(),
                        exchange.command().version())));
    }

    Reply unwatch(UnwatchRoutes request, Exchange exchange) {
        if (request.body().hasRemaining()) {
            WatchList list = WatchList.decode(request.body(), watch.maxTopics(), watch::tooManyTopics);
            watch.unwatch(exchange.connection(), list.topics().keySet());
        } else {
            watch.unwatchAll(exchange.connection());
        }
        return Reply.OK;
    }
}
