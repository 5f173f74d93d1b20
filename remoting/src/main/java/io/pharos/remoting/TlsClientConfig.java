package io.pharos.remoting;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a client.
 *
 * @param trust PEM file with the authorities of servers' certificates; null trusts any server, as the original does
 *     without {@code tls.client.authServer}: the traffic is hidden from listeners, not from an impostor
 * @param certificate PEM file with the client's own certificate chain; null for none
 * @param key PEM file with its PKCS#8 private key; null for none
 * @param keyPassword of an encrypted key; null for a plain one
 */
public record TlsClientConfig(
        @Nullable Path trust,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable String keyPassword) {

    /** Trusts any server. */
    public static TlsClientConfig trustingAnybody() {
        return new TlsClientConfig(null, null, null, null);
    }

    /** Trusts servers whose certificate an authority of the file has signed. */
    public static TlsClientConfig trusting(Path authorities) {
        return new TlsClientConfig(authorities, null, null, null);
    }

    @Override
    public String toString() {
        return "TlsClientConfig[trust=" + trust + ", certificate=" + certificate + "]";
    }
}
