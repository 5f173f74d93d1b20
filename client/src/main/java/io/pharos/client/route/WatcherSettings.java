package io.pharos.client.route;

import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.auth.SignedRequest;
import io.pharos.protocol.frame.Request;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link RouteWatcher}. Immutable.
 *
 * @param nameServers {@code host:port} of each, one or more
 * @param callTimeout for one answer; positive
 * @param keepAlive how often a quiet connection is used, so that either side notices its end; below the name server's
 *     idle time (120 s)
 * @param pollInterval between two rounds of questions where routes cannot be watched; positive
 * @param roundsToRetry rounds after which it is tried again whether routes can be watched; 1 or more
 * @param reconnectDelay what a new connection waits at most, at random, so that not all clients come at once; zero or
 *     more. When no name server could be reached, each attempt waits so long more
 * @param credential that requests are signed with; null for none
 */
public record WatcherSettings(
        List<String> nameServers,
        Duration callTimeout,
        Duration keepAlive,
        Duration pollInterval,
        int roundsToRetry,
        Duration reconnectDelay,
        @Nullable Credential credential) {
    /** Copies the list. */
    public WatcherSettings {
        nameServers = List.copyOf(nameServers);
        if (nameServers.isEmpty()) {
            throw new IllegalArgumentException("no name server is given");
        }
    }

    /** The defaults: 3 s, 20 s, 30 s, every 10 rounds, 1 s. */
    public static WatcherSettings of(List<String> nameServers) {
        return new WatcherSettings(
                nameServers,
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                10,
                Duration.ofSeconds(1),
                null);
    }

    /** The same, signing what is asked. */
    public WatcherSettings signedWith(Credential signer) {
        return new WatcherSettings(
                nameServers, callTimeout, keepAlive, pollInterval, roundsToRetry, reconnectDelay, signer);
    }

    /** A request as it goes out. */
    Request outgoing(Request request) {
        return credential == null ? request : new SignedRequest(request, credential);
    }
}
