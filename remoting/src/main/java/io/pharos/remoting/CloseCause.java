package io.pharos.remoting;

/** Why a connection ended. */
public enum CloseCause {
    /** The peer closed it. */
    PEER,
    /** This process closed it. */
    LOCAL,
    /** Nothing was read or written for the idle time. */
    IDLE,
    /** The network or TLS failed. */
    ERROR,
    /** The operating system gave up on the peer: its host, or the way to it, is gone without a word. */
    LOST,
    /** Bytes that are no frame. */
    MALFORMED
}
