package io.pharos.nameserver.access;

import io.pharos.protocol.frame.Quoted;
import io.pharos.remoting.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request.
 *
 * @param peer {@code ip:port}, shown bounded
 * @param credential name of the one that the request is signed with; null when it is not
 */
public record Who(String peer, @Nullable String credential) {

    /** The sender of a request. */
    public static Who of(Exchange exchange) {
        return new Who(Quoted.bounded(exchange.connection().peer()), exchange.credential());
    }
}
