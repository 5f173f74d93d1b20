package io.pharos.nameserver.route;

/** What the route writer asks of the outside. Called on the writer's thread: hand over and return, never block. */
public interface RouteEffects {

    /** The smallest broker id of a group changed; called only when the setting asks for it. */
    void minBrokerIdChanged(MinBrokerIdChange change);

    /** A broker on this connection was silent for too long; no other live broker uses the connection. */
    void closeSilentConnection(long connectionId);
}
