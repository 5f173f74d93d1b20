package io.pharos.remoting;

/** What a server does with TLS and plain peers on its one port. Source: the original's {@code tls.server.mode}. */
public enum TlsMode {
    /** Plain peers only; a TLS peer is closed. */
    DISABLED,
    /** Both; without a certificate a TLS peer is closed. */
    PERMISSIVE,
    /** TLS peers only; a plain peer is closed. */
    ENFORCING
}
