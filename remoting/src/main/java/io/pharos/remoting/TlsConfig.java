package io.pharos.remoting;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a server. There is no self-signed test certificate, unlike in the original: without {@code certificate} and
 * {@code key} a TLS peer is closed.
 *
 * @param mode which peers are served
 * @param certificate PEM file with the certificate chain, own certificate first; null for none
 * @param key PEM file with the PKCS#8 private key, encrypted or not; null for none
 * @param keyPassword of an encrypted key; null for a plain one
 * @param clientAuth whether peers show a certificate
 * @param trust PEM file with the authorities of the peers' certificates; null trusts any certificate that is shown, as
 *     the original does without {@code tls.server.authClient}
 * @param protocols enabled versions; empty for TLS 1.3 and 1.2
 * @param ciphers enabled cipher suites; empty for the JDK's choice
 */
public record TlsConfig(
        TlsMode mode,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable String keyPassword,
        TlsClientAuth clientAuth,
        @Nullable Path trust,
        List<String> protocols,
        List<String> ciphers) {

    /** Copies the lists. */
    public TlsConfig {
        protocols = List.copyOf(protocols);
        ciphers = List.copyOf(ciphers);
    }

    /** A mode without a certificate. */
    public static TlsConfig of(TlsMode mode) {
        return new TlsConfig(mode, null, null, null, TlsClientAuth.NONE, null, List.of(), List.of());
    }

    /** A mode with a certificate and its unencrypted key. */
    public static TlsConfig of(TlsMode mode, Path certificate, Path key) {
        return new TlsConfig(mode, certificate, key, null, TlsClientAuth.NONE, null, List.of(), List.of());
    }

    @Override
    public String toString() {
        return "TlsConfig[mode=" + mode + ", certificate=" + certificate + ", clientAuth=" + clientAuth + ", trust="
                + trust + "]";
    }
}
