package io.pharos.nameserver.route;

/** What the route writer asks of the outside. Called on the writer's thread: hand over and return, never block. */
public interface RouteEffects {

    /** The smallest broker id of a group changed; called only when the setting asks for it. */
    void minBrokerIdChanged(MinBrokerIdChange change);

    /** A broker on this connection was silent for too long; no other live broker uses the connection. */
    void closeSilentConnection(long connectionId);

    /** A broker is registered over this connection, which was not followed before. */
    default void follow(long connectionId) {}

    /** Asks for a sign of life; an answer is told to {@link Routes#answered}. One that is due is not asked for again. */
    default void ask(long connectionId) {}

    /**
     * When anything was last heard over a connection, by the monotonic clock.
     *
     * @param otherwise to give when it is gone
     */
    default long heardNanos(long connectionId, long otherwise) {
        return otherwise;
    }
}
