package io.pharos.remoting;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections of one event loop, looked over now and then for idle ones: a stamp per connection instead of a timer
 * each. Confined to its event loop.
 */
final class IdleSweep {
    private final List<ConnectionHandler> connections = new ArrayList<>();

    void add(ConnectionHandler connection) {
        connection.slot = connections.size();
        connections.add(connection);
    }

    void remove(ConnectionHandler connection) {
        int slot = connection.slot;
        if (slot < 0) {
            return;
        }
        connection.slot = -1;
        ConnectionHandler last = connections.remove(connections.size() - 1);
        if (last != connection) {
            connections.set(slot, last);
            last.slot = slot;
        }
    }

    /** Closes those that were quiet for longer than the idle time. */
    void sweep(long nowNanos, long idleNanos) {
        // Backwards, because a removal puts the last one, which was seen already, in the place of the removed.
        for (int i = connections.size() - 1; i >= 0; i--) {
            connections.get(i).closeIfIdle(nowNanos, idleNanos);
        }
    }

    /** Each connection, safe against its removal. */
    List<ConnectionHandler> all() {
        return List.copyOf(connections);
    }
}
