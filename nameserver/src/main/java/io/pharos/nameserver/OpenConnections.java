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

    /**
     * Creates it without connections.
     *
     * @param onClosed is given the id of each connection that is gone; must not block
     */
    OpenConnections(LongConsumer onClosed) {
        this.onClosed = onClosed;
    }

    @Override
    public void opened(Connection connection) {
        byId.put(connection.id(), connection);
    }

    @Override
    public void closed(Connection connection, CloseCause cause) {
        byId.remove(connection.id());
        onClosed.accept(connection.id());
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
