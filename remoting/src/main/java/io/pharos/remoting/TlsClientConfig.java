package io.pharos.remoting;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a client. As in the original, the name in a server's certificate is not compared with the address that was
 * called, because brokers are known by addresses: whoever holds a certificate of a trusted authority is believed.
 *
 * @param authServer whether servers must show a trusted certificate; false trusts any server, which hides the traffic
 *     from listeners, not from an impostor
 * @param trust PEM file with the authorities of servers' certificates; null for those of the JDK; used with
 *     {@code authServer} alone
 * @param certificate PEM file with the client's own certificate chain; null for none
 * @param key PEM file with its PKCS#8 private key, encrypted or not; null for none
 * @param keyPassword of an encrypted key; null for a plain one
 * @param protocols enabled versions; empty for TLS 1.3 and 1.2
 * @param ciphers enabled cipher suites; empty for the JDK's choice
 */
public record TlsClientConfig(
        boolean authServer,
        @Nullable Path trust,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable String keyPassword,
        List<String> protocols,
        List<String> ciphers) {

    /** Copies the lists. */
    public TlsClientConfig {
        protocols = List.copyOf(protocols);
        ciphers = List.copyOf(ciphers);
    }

    /** Trusts any server. */
    public static TlsClientConfig trustingAnybody() {
        return new TlsClientConfig(false, null, null, null, null, List.of(), List.of());
    }

    /** Trusts servers whose certificate an authority of the file has signed. */
    public static TlsClientConfig trusting(Path authorities) {
        return new TlsClientConfig(true, authorities, null, null, null, List.of(), List.of());
    }

    /** The same with a certificate of its own, whose key is not encrypted. */
    public TlsClientConfig withCertificate(Path ownCertificate, Path ownKey) {
        return new TlsClientConfig(authServer, trust, ownCertificate, ownKey, null, protocols, ciphers);
    }

    @Override
    public String toString() {
        return "TlsClientConfig[authServer=" + authServer + ", trust=" + trust + ", certificate=" + certificate
                + ", key=" + key + "]";
    }
}
