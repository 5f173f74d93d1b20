package io.pharos.client.route;

import io.pharos.remoting.Connection;
import java.util.concurrent.CompletableFuture;

/** Makes connections; see {@link io.pharos.remoting.RemotingClient#connect}. */
@FunctionalInterface
public interface Connector {

    /** A connection to {@code host:port}; fails with {@link java.io.IOException}. */
    CompletableFuture<Connection> connect(String address);
}
