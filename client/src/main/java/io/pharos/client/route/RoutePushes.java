package io.pharos.client.route;

import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.frame.Reply;
import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Connection;
import io.pharos.remoting.ConnectionListener;
import io.pharos.remoting.Handler;
import io.pharos.remoting.RequestTable;
import org.jspecify.annotations.Nullable;

/**
 * The way from a client's connections to its {@link RouteWatcher}: made first, entered in the {@link
 * io.pharos.remoting.RemotingClient}'s table and listeners, then given to the watcher. Thread-safe.
 */
public final class RoutePushes implements ConnectionListener {
    private volatile @Nullable RouteWatcher watcher;

    /** Enters the requests that name servers send. */
    public RequestTable.Builder enterInto(RequestTable.Builder table) {
        return table.onEventLoop(RouteChanged.SPEC, Handler.answering((change, exchange) -> {
            RouteWatcher receiver = watcher;
            if (receiver != null) {
                receiver.pushed(exchange.connection(), change);
            }
            return Reply.OK;
        }));
    }

    @Override
    public void closed(Connection connection, CloseCause cause) {
        RouteWatcher receiver = watcher;
        if (receiver != null) {
            receiver.connectionClosed(connection);
        }
    }

    void deliverTo(RouteWatcher receiver) {
        watcher = receiver;
    }
}
