package io.pharos.remoting;

import io.netty.handler.ssl.SslContext;
import io.pharos.base.Scheduler;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The present TLS context of a server. Thread-safe. */
final class TlsContexts {
    private volatile @Nullable SslContext current;

    private TlsContexts() {}

    static TlsContexts ofServer(
            @Nullable TlsConfig config, Scheduler scheduler, Consumer<Scheduler.Cancellation> tasks) {
        return new TlsContexts();
    }

    static SslContext ofClient(TlsClientConfig config) throws IOException {
        return io.netty.handler.ssl.SslContextBuilder.forClient().build();
    }

    @Nullable
    SslContext current() {
        return current;
    }
}
