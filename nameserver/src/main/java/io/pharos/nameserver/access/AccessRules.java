package io.pharos.nameserver.access;

import io.pharos.protocol.auth.Signatures;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.remoting.Connection;
import io.pharos.remoting.Gate;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.access.AddressList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the senders of each plane's requests must be. Immutable but for what it counts; thread-safe. */
public final class AccessRules {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRules.class);

    private final Map<Plane, Rule> rules;
    private final boolean signing;
    private final Supplier<Credentials> credentials;
    private final LongAdder refusals = new LongAdder();
    private final LogLimiter noise;

    /**
     * The rule of one plane; whatever it asks for must be there together.
     *
     * @param name of the plane's keys in the configuration: {@code operator} for {@code operatorAllow}, {@code operatorSigned}
     *     and {@code operatorCertificates}
     * @param allowed addresses; null for all
     * @param signed whether requests must be signed
     * @param certificates names of which the sender's certificate must have one; empty asks for none
     */
    public record Rule(String name, @Nullable AddressList allowed, boolean signed, Set<String> certificates) {
        /** Copies the names. */
        public Rule {
            certificates = Set.copyOf(certificates);
        }

        boolean asksForNothing() {
            return allowed == null && !signed && certificates.isEmpty();
        }
    }

    /**
     * Creates the rules.
     *
     * @param rules of all planes
     * @param credentials that requests may be signed with at present; null when there are none and never will be
     * @param noise bounds the log lines that peers cause
     */
    public AccessRules(Map<Plane, Rule> rules, @Nullable Supplier<Credentials> credentials, LogLimiter noise) {
        this.rules = new EnumMap<>(rules);
        this.signing = credentials != null;
        this.credentials = credentials == null ? () -> Credentials.NONE : credentials;
        this.noise = noise;
        for (Plane plane : Plane.values()) {
            if (!this.rules.containsKey(plane)) {
                throw new IllegalArgumentException("no rule for plane " + plane);
            }
        }
    }

    /** What stands before a request's handler; null when everybody may send it and nobody wants to know who did. */
    public @Nullable Gate gate(RequestSpec<?> request) {
        Plane plane = Planes.of(request);
        Rule rule = rule(plane);
        boolean identifies = signing && plane != Plane.CLIENT;
        if (rule.asksForNothing() && !identifies) {
            return null;
        }
        return (connection, command) -> {
            AddressList allowed = rule.allowed();
            if (allowed != null && !connection.comesFrom(allowed)) {
                throw refused(request, connection, notListed(rule, allowed, connection));
            }
            if (!rule.certificates().isEmpty()
                    && Collections.disjoint(rule.certificates(), connection.certificateNames())) {
                throw refused(request, connection, notCertified(rule, connection));
            }
            if (!rule.signed() && !identifies) {
                return null;
            }
            Credentials.Entry signer = signer(command);
            if (signer != null && signer.planes().contains(plane)) {
                return signer.credential().accessKey();
            }
            if (rule.signed()) {
                throw refused(request, connection, notSigned(rule, plane, command, signer));
            }
            // As in the original, which ignores signatures: one that is wrong, or not for this plane, is none.
            return null;
        };
    }

    private Credentials.@Nullable Entry signer(Command command) {
        String accessKey = command.ext().get(Signatures.ACCESS_KEY);
        Credentials.Entry known = accessKey == null ? null : credentials.get().find(accessKey);
        return known != null && Signatures.areSigned(command.ext(), command.body(), known.credential()) ? known : null;
    }

    /**
     * Whether a peer's address is one that may not send a request.
     *
     * @param peer {@code ip} or {@code ip:port}, an IPv6 address in brackets
     * @return the key of the configuration that keeps it out; null when it may
     */
    public @Nullable String refusedBy(RequestSpec<?> request, String peer) {
        Rule rule = rule(Planes.of(request));
        AddressList allowed = rule.allowed();
        return allowed == null || allowed.contains(peer) ? null : rule.name() + "Allow";
    }

    /** Requests so far that were refused. */
    public long refusals() {
        return refusals.sum();
    }

    private Rule rule(Plane plane) {
        return Objects.requireNonNull(rules.get(plane), "rule");
    }

    private static String notListed(Rule rule, AddressList allowed, Connection connection) {
        String key = rule.name() + "Allow";
        return Quoted.bounded(connection.peer()) + " is not among the addresses that may send it (" + key + "="
                + allowed
                + "); send it from one of those, or add the address to " + key
                + " in the name server's configuration file and restart it";
    }

    private static String notCertified(Rule rule, Connection connection) {
        Set<String> shown = connection.certificateNames();
        return (shown.isEmpty() ? "no certificate was shown" : "the certificate shown names " + new TreeSet<>(shown))
                + ", and " + rule.name() + "Certificates of the name server asks for another; connect by TLS with a"
                + " certificate of one of the names listed there";
    }

    private static String notSigned(Rule rule, Plane plane, Command command, Credentials.@Nullable Entry signer) {
        String accessKey = command.ext().get(Signatures.ACCESS_KEY);
        if (accessKey == null) {
            return "it is not signed, and " + rule.name()
                    + "Signed=true of the name server asks for it; set an accessKey and a secretKey in the tool or client";
        }
        return signer == null
                ? "accessKey[" + Quoted.bounded(accessKey)
                        + "] is unknown or the signature is wrong; compare accessKey and"
                        + " secretKey with the name server's credentialsFile"
                : "accessKey[" + Quoted.bounded(accessKey) + "] may not sign requests of the plane "
                        + plane.name().toLowerCase(Locale.ROOT) + "; add it to its planes in the credentialsFile";
    }

    private RequestFailed refused(RequestSpec<?> request, Connection connection, String why) {
        refusals.increment();
        if (noise.allows()) {
            LOG.warn(
                    "request not allowed request=[{}] peer=[{}] reason=[{}]",
                    request.name(),
                    Quoted.bounded(connection.peer()),
                    why);
        }
        return new RequestFailed(ResponseCode.NO_PERMISSION, request.name() + " refused: " + why);
    }
}
