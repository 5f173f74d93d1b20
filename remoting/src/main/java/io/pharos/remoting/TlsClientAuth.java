package io.pharos.remoting;

/** Whether a server asks its TLS peers for a certificate. */
public enum TlsClientAuth {
    /** It does not ask. */
    NONE,
    /** It asks, and serves peers that have none. */
    OPTIONAL,
    /** A peer without a certificate is closed. */
    REQUIRE
}
