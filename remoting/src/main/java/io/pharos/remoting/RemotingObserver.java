package io.pharos.remoting;

/**
 * Counts what a server or client does: the seam for metrics. Called on event loops and workers at once, for each
 * request: implementations are thread-safe, never block and never throw.
 */
public interface RemotingObserver {
    /** Counts nothing. */
    RemotingObserver NONE = new RemotingObserver() {};

    /**
     * A request was answered, or a one-way request was done.
     *
     * @param code of the request
     * @param result code of the answer, see {@link io.pharos.protocol.frame.ResponseCode}
     * @param oneWay whether the peer wants no answer
     * @param nanos from the read of the request to its answer
     */
    default void answered(int code, int result, boolean oneWay, long nanos) {}

    /** A connection was accepted. */
    default void connected() {}

    /** A connection that was accepted is gone. */
    default void disconnected(CloseCause cause) {}

    /** A connection was closed at once. */
    default void refused(Refusal refusal) {}

    /** Bytes that are no frame came; the connection is closed. */
    default void malformed() {}

    /** A request was not served, because its peer asks too often; {@link #answered} hears of it too. */
    default void requestLimited() {}

    /** A connection is not read for a while, because its peer sends too much. */
    default void readingHeldUp() {}

    /** Why a connection was closed at once. */
    enum Refusal {
        /** The limit over all connections was reached. */
        TOO_MANY,
        /** The limit for one peer address was reached. */
        TOO_MANY_FROM_PEER,
        /** A proxy's header from somebody whose headers are not believed. */
        PROXY,
        /** A TLS peer where TLS is off or has no certificate, or a plain peer where TLS is a must. */
        TLS_MODE
    }
}
