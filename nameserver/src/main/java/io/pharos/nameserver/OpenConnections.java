package io.pharos.nameserver;

import io.pharos.remoting.CloseCause;
import io.pharos.remoting.Connection;
import io.pharos.remoting.ConnectionListener;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The connections by id, so that the route writer can close one. Thread-safe. */
final class OpenConnections implements ConnectionListener {
    private final ConcurrentMap<Long, Connection> byId = new ConcurrentHashMap<>();
    private final LongConsumer onClosed;
    private final LongConsumer onLost;

    /**
     * Creates it without connections.
     *
     * @param onClosed is given the id of each connection that ended; must not block
     * @param onLost is given instead the id of each whose peer is gone without a word; must not block
     */
    OpenConnections(LongConsumer onClosed, LongConsumer onLost) {
        this.onClosed = onClosed;
        this.onLost = onLost;
    }

    @Override
    public void opened(Connection connection) {
        byId.put(connection.id(), connection);
    }

    @Override
    public void closed(Connection connection, CloseCause cause) {
        byId.remove(connection.id());
        (cause == CloseCause.LOST ? onLost : onClosed).accept(connection.id());
    }

    /** One of them; null when it is gone. */
    @Nullable
    Connection find(long connectionId) {
        return byId.get(connectionId);
    }

    /** Where a connection comes from; null when it is gone. */
    @Nullable
    String peer(long connectionId) {
        Connection connection = byId.get(connectionId);
        return connection == null ? null : connection.peer();
    }

    /** Closes a connection; does nothing when it is gone. */
    void close(long connectionId) {
        Connection connection = byId.get(connectionId);
        if (connection != null) {
            connection.close();
        }
    }

    int size() {
        return byId.size();
    }
}
