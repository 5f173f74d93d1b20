package io.pharos.remoting;

import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The names in the certificate that a TLS peer showed. */
final class CertificateNames {
    /** Kinds of alternative names whose values are texts: e-mail, DNS, URI, address (RFC 5280, 4.2.1.6). */
    private static final Set<Integer> TEXTS = Set.of(1, 2, 6, 7);

    private CertificateNames() {}

    /** The names; empty without TLS, before its handshake is over, and for a peer without a certificate. */
    static Set<String> of(@Nullable SslHandler tls) {
        if (tls == null) {
            return Set.of();
        }
        try {
            Certificate own = tls.engine().getSession().getPeerCertificates()[0];
            return own instanceof X509Certificate certificate ? of(certificate) : Set.of();
        } catch (SSLPeerUnverifiedException none) {
            return Set.of();
        }
    }

    static Set<String> of(X509Certificate certificate) {
        Set<String> names = new HashSet<>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> alternative : alternatives == null ? List.<List<?>>of() : alternatives) {
                if (TEXTS.contains(alternative.get(0))) {
                    names.add(String.valueOf(alternative.get(1)));
                }
            }
        } catch (InvalidNameException | CertificateParsingException unreadable) {
            // A name that cannot be read is nobody's.
            return Set.of();
        }
        return Set.copyOf(names);
    }
}
