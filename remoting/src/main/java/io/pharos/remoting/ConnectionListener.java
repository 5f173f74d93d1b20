package io.pharos.remoting;

/**
 * Hears of connections. Each connection gives {@code opened} once and then {@code closed} exactly once, whether it was
 * closed, failed or idle. Called on the connection's event loop: never block.
 */
public interface ConnectionListener {

    /** A connection was accepted, before any request on it. */
    default void opened(Connection connection) {}

    /** It is gone; no request on it follows. */
    void closed(Connection connection, CloseCause cause);
}
