package io.pharos.nameserver.access;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.remoting.Connection;
import io.pharos.remoting.Gate;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.access.AddressList;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the senders of each plane's requests must be. Immutable but for what it counts; thread-safe. */
public final class AccessRules {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRules.class);

    private final Map<Plane, Rule> rules;
    private final LongAdder refusals = new LongAdder();
    private final LogLimiter noise;

    /**
     * The rule of one plane.
     *
     * @param key of the configuration that holds the addresses, named in refusals
     * @param allowed addresses; null for all
     */
    public record Rule(String key, @Nullable AddressList allowed) {}

    /**
     * Creates the rules.
     *
     * @param rules of all planes
     * @param noise bounds the log lines that peers cause
     */
    public AccessRules(Map<Plane, Rule> rules, LogLimiter noise) {
        this.rules = new EnumMap<>(rules);
        this.noise = noise;
        for (Plane plane : Plane.values()) {
            if (!this.rules.containsKey(plane)) {
                throw new IllegalArgumentException("no rule for plane " + plane);
            }
        }
    }

    /** What stands before a request's handler; null when everybody may send it. */
    public @Nullable Gate gate(RequestSpec<?> request) {
        Rule rule = rules.get(Planes.of(request));
        if (rule == null || rule.allowed() == null) {
            return null;
        }
        AddressList allowed = rule.allowed();
        return (connection, command) -> {
            if (!connection.comesFrom(allowed)) {
                throw refused(request, rule.key(), allowed, connection);
            }
        };
    }

    /**
     * Whether a peer's address is one that may not send a request.
     *
     * @param peer {@code ip} or {@code ip:port}, an IPv6 address in brackets
     * @return the key of the configuration that keeps it out; null when it may
     */
    public @Nullable String refusedBy(RequestSpec<?> request, String peer) {
        Rule rule = rules.get(Planes.of(request));
        return rule == null || rule.allowed() == null || rule.allowed().contains(peer) ? null : rule.key();
    }

    /** Requests so far that were refused. */
    public long refusals() {
        return refusals.sum();
    }

    private RequestFailed refused(RequestSpec<?> request, String key, AddressList allowed, Connection connection) {
        refusals.increment();
        String peer = Quoted.bounded(connection.peer());
        if (noise.allows()) {
            LOG.warn("request not allowed request=[{}] peer=[{}] key=[{}]", request.name(), peer, key);
        }
        return new RequestFailed(
                ResponseCode.NO_PERMISSION,
                request.name() + " refused: " + peer + " is not among the addresses that may send it (" + key + "="
                        + allowed + "); send it from one of those, or add the address to " + key
                        + " in the name server's configuration file and restart it");
    }
}
