package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.nameserver.access.AccessRules;
import io.pharos.nameserver.access.Credentials;
import io.pharos.nameserver.access.CredentialsFile;
import io.pharos.nameserver.access.Ownership;
import io.pharos.nameserver.access.Plane;
import io.pharos.nameserver.config.ConfigKey;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.protocol.auth.Credential;
import io.pharos.remoting.LogLimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration means for who may send what.
 *
 * @param rules of the planes
 * @param owners of brokers' names
 * @param fellowCredential what name servers sign with among themselves at present; null when they do not
 */
record AccessSetup(
        AccessRules rules, Ownership owners, @Nullable Supplier<Credential> fellowCredential) {
    private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
    private static final int LOG_LINES = 20;
    private static final Duration RELOAD_PERIOD = Duration.ofSeconds(2);

    /**
     * Reads the credentials and goes on doing so.
     *
     * @param disk runs what blocks on the disk
     * @throws IOException when the credentials cannot be used
     */
    static AccessSetup of(NameServerConfig config, NameServerMetrics metrics, Clock clock, Scheduler disk)
            throws IOException {
        String file = config.get(NameServerKeys.CREDENTIALS_FILE);
        CredentialsFile credentials = file.isEmpty() ? null : CredentialsFile.open(Path.of(file));
        if (credentials != null) {
            Scheduler.Cancellation unused = disk.every(RELOAD_PERIOD, credentials::reload);
        }
        Supplier<Credentials> current = credentials == null ? null : credentials::current;
        AccessRules rules = new AccessRules(
                Map.of(
                        Plane.CLIENT,
                        rule(
                                config,
                                "client",
                                NameServerKeys.CLIENT_ALLOW,
                                NameServerKeys.CLIENT_SIGNED,
                                NameServerKeys.CLIENT_CERTIFICATES),
                        Plane.BROKER,
                        rule(
                                config,
                                "broker",
                                NameServerKeys.BROKER_ALLOW,
                                NameServerKeys.BROKER_SIGNED,
                                NameServerKeys.BROKER_CERTIFICATES),
                        Plane.OPERATOR,
                        rule(
                                config,
                                "operator",
                                NameServerKeys.OPERATOR_ALLOW,
                                NameServerKeys.OPERATOR_SIGNED,
                                NameServerKeys.OPERATOR_CERTIFICATES)),
                current,
                new LogLimiter(clock, "requests that are not allowed", LOG_PERIOD, LOG_LINES));
        Ownership owners = new Ownership(current == null ? () -> Credentials.NONE : current);
        metrics.counter(
                "pharos_requests_not_allowed_total",
                "Requests whose sender may not make them.",
                () -> rules.refusals() + owners.refusals());
        return new AccessSetup(rules, owners, fellowCredential(config, current));
    }

    private static AccessRules.Rule rule(
            NameServerConfig config,
            String name,
            ConfigKey<String> allow,
            ConfigKey<Boolean> signed,
            ConfigKey<String> certificates) {
        return new AccessRules.Rule(name, config.addresses(allow), config.get(signed), config.names(certificates));
    }

    private static @Nullable Supplier<Credential> fellowCredential(
            NameServerConfig config, @Nullable Supplier<Credentials> current) throws IOException {
        String accessKey = config.get(NameServerKeys.PEER_ACCESS_KEY);
        if (accessKey.isEmpty() || current == null) {
            return null;
        }
        Credentials.Entry first = current.get().find(accessKey);
        if (first == null) {
            throw new IOException("peerAccessKey=" + accessKey + " is not in the credentialsFile "
                    + config.get(NameServerKeys.CREDENTIALS_FILE) + "; add it there");
        }
        // Taken out of the file later it is still what this server signs with; the others refuse it.
        return () -> {
            Credentials.Entry now = current.get().find(accessKey);
            return (now == null ? first : now).credential();
        };
    }
}
