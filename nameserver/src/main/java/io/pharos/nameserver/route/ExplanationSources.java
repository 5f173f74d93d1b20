package io.pharos.nameserver.route;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FenceKey;
import org.jspecify.annotations.Nullable;

/** What an explanation says that routes do not know. Thread-safe; never blocks. */
public interface ExplanationSources {

    /** The decision by which writes are stopped; null when none holds. */
    @Nullable
    Decision fence(FenceKey key);

    /** Where a connection comes from; null when it is not open. */
    @Nullable
    String peer(long connectionId);

    /**
     * Whether a client may not query routes.
     *
     * @param address {@code ip} or {@code ip:port}
     * @return the key of the configuration by which it is refused; null when it may
     */
    @Nullable
    String refusedBy(String address);
}
