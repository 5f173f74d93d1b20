package io.pharos.remoting;

import io.pharos.protocol.frame.SerializeType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link RemotingClient}. Immutable; {@link #DEFAULT} has the original's timeouts.
 *
 * @param connectTimeout of one attempt; default 3 s
 * @param eventLoopThreads 1 or more; default 1
 * @param frameLimit largest answer in bytes, its length field included; default 16777216
 * @param maxOutstandingCalls per connection; default 65535
 * @param maxQueuedBytes bytes queued for a peer beyond which its connection is closed; default 64 MiB
 * @param serializeType header form of requests; default JSON
 * @param tls null for plain connections
 */
public record RemotingClientConfig(
        Duration connectTimeout,
        int eventLoopThreads,
        int frameLimit,
        int maxOutstandingCalls,
        long maxQueuedBytes,
        SerializeType serializeType,
        @Nullable TlsClientConfig tls) {
    /** The defaults, without TLS. */
    public static final RemotingClientConfig DEFAULT =
            new RemotingClientConfig(Duration.ofSeconds(3), 1, 16_777_216, 65_535, 64L << 20, SerializeType.JSON, null);

    /** The same with TLS. */
    public RemotingClientConfig withTls(TlsClientConfig value) {
        return new RemotingClientConfig(
                connectTimeout,
                eventLoopThreads,
                frameLimit,
                maxOutstandingCalls,
                maxQueuedBytes,
                serializeType,
                value);
    }

    /** The same with another header form. */
    public RemotingClientConfig withSerializeType(SerializeType value) {
        return new RemotingClientConfig(
                connectTimeout, eventLoopThreads, frameLimit, maxOutstandingCalls, maxQueuedBytes, value, tls);
    }
}
