package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.remoting.access.AddressList;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to a peer, in either direction. Thread-safe; equality is identity.
 */
public interface Connection {

    /** Unique within the process for its lifetime; never reused. */
    long id();

    /** {@code ip:port} of the peer, or the source that a proxy-protocol header announced. */
    String peer();

    /**
     * Whether a list has every address that this connection comes from: that of its socket, and the one that a
     * proxy-protocol header announced, which anybody who reaches the port can make up. False for a proxy that announces
     * nobody.
     */
    default boolean comesFrom(AddressList allowed) {
        return allowed.contains(peer());
    }

    /**
     * The names in the certificate that the peer showed: the common name of its subject, and the DNS names, addresses and
     * e-mail addresses of its alternatives. Empty without TLS or without a certificate. Whether the certificate was verified
     * is a matter of {@link TlsConfig#trust()}.
     */
    default Set<String> certificateNames() {
        return Set.of();
    }

    /** When bytes last came from the peer, or when it connected; by the clock's monotonic nanoseconds. */
    long heardNanos();

    /**
     * Has the operating system notice when the peer's host, or the way to it, is gone: it then closes the connection with
     * {@link CloseCause#LOST}. A process that is frozen on a host that lives is not noticed by this.
     *
     * @param within about how long what was sent may stay unconfirmed; at least 2 s, and counted in whole seconds where
     *     nothing was sent
     */
    void noticeLossWithin(Duration within);

    /** False from the moment the connection is closed; it never opens again. */
    boolean isOpen();

    /**
     * Sends a request and waits for its answer without blocking.
     *
     * @param timeout until the future fails with {@link java.util.concurrent.TimeoutException}; positive
     * @return the answer whatever its code, or an {@link java.io.IOException} when the connection closes first
     */
    CompletableFuture<Command> call(Request request, Duration timeout);

    /**
     * Sends a request to which no answer comes.
     *
     * @return completes when the bytes were handed to the operating system, fails with {@link java.io.IOException}
     */
    CompletableFuture<Void> notify(Request request);

    /** Closes it; what is queued to be written may be lost. Does nothing when it is closed already. */
    void close();
}
