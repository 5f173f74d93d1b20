package io.pharos.nameserver;

import io.pharos.nameserver.config.ConfigKey;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerKeys;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RemotingServerConfig;
import io.pharos.remoting.TlsClientAuth;
import io.pharos.remoting.TlsClientConfig;
import io.pharos.remoting.TlsConfig;
import io.pharos.remoting.TlsMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the configuration means for the transport. */
final class RemotingSetup {
    private RemotingSetup() {}

    static RemotingServerConfig of(NameServerConfig config) {
        RemotingServerConfig.Builder setup = RemotingServerConfig.builder()
                .bindAddress(config.get(NameServerKeys.BIND_ADDRESS))
                .listenPort(config.whole(NameServerKeys.LISTEN_PORT))
                .eventLoopThreads(config.whole(NameServerKeys.EVENT_LOOP_THREADS))
                .idle(Duration.ofSeconds(config.get(NameServerKeys.IDLE_SECONDS)))
                .maxConnections(config.whole(NameServerKeys.MAX_CONNECTIONS))
                .maxConnectionsPerPeer(config.whole(NameServerKeys.MAX_PER_PEER))
                .maxRequestsPerSecondPerPeer(config.whole(NameServerKeys.MAX_REQUESTS_PER_PEER))
                .maxBytesPerSecondPerPeer(config.get(NameServerKeys.MAX_BYTES_PER_PEER))
                .backlog(config.whole(NameServerKeys.BACKLOG))
                .sendBuffer(config.whole(NameServerKeys.SEND_BUFFER))
                .receiveBuffer(config.whole(NameServerKeys.RECEIVE_BUFFER))
                .frameLimit(config.whole(NameServerKeys.FRAME_LIMIT))
                .proxies(config.addresses(NameServerKeys.PROXY_ALLOW))
                .tls(tls(config));
        int low = config.whole(NameServerKeys.LOW_WATER_MARK);
        int high = config.whole(NameServerKeys.HIGH_WATER_MARK);
        if (low > 0 && high > 0) {
            setup.writeBuffer(low, high);
        }
        return setup.build();
    }

    /** The client that tells brokers of their group. */
    static RemotingClientConfig ofClient(NameServerConfig config) {
        if (!config.get(NameServerKeys.TLS_ENABLE)) {
            return RemotingClientConfig.DEFAULT;
        }
        return RemotingClientConfig.DEFAULT.withTls(new TlsClientConfig(
                config.get(NameServerKeys.TLS_AUTH_SERVER),
                path(config, NameServerKeys.TLS_CLIENT_TRUST),
                path(config, NameServerKeys.TLS_CLIENT_CERTIFICATE),
                path(config, NameServerKeys.TLS_CLIENT_KEY),
                emptyToNull(config.get(NameServerKeys.TLS_CLIENT_PASSWORD)),
                list(config.get(NameServerKeys.TLS_PROTOCOLS)),
                list(config.get(NameServerKeys.TLS_CIPHERS))));
    }

    private static TlsConfig tls(NameServerConfig config) {
        return new TlsConfig(
                TlsMode.valueOf(upper(config.get(NameServerKeys.TLS_MODE))),
                path(config, NameServerKeys.TLS_CERTIFICATE),
                path(config, NameServerKeys.TLS_KEY),
                emptyToNull(config.get(NameServerKeys.TLS_PASSWORD)),
                TlsClientAuth.valueOf(upper(config.get(NameServerKeys.TLS_CLIENT_AUTH))),
                config.get(NameServerKeys.TLS_AUTH_CLIENT) ? path(config, NameServerKeys.TLS_TRUST) : null,
                list(config.get(NameServerKeys.TLS_PROTOCOLS)),
                list(config.get(NameServerKeys.TLS_CIPHERS)));
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    private static @Nullable Path path(NameServerConfig config, ConfigKey<String> key) {
        String text = config.get(key);
        return text.isEmpty() ? null : Path.of(text);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::trim)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
