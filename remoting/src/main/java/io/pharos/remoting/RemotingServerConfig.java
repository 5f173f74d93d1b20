package io.pharos.remoting;

import io.pharos.protocol.frame.SerializeType;
import io.pharos.remoting.access.AddressList;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link RemotingServer}. Immutable; {@link #builder()} starts from the defaults.
 *
 * @param bindAddress local address or host name; default {@code 0.0.0.0}
 * @param listenPort 0 to 65535; 0 takes any free port, see {@link RemotingServer#port()}
 * @param eventLoopThreads threads that read, decode and answer; 0 (default) for half of the
 *     processors, 1 to 4
 * @param idle a connection without a whole frame read or an answer written for this long is closed; default 120 s
 * @param maxConnections in all; 0 (default) for no limit
 * @param maxConnectionsPerPeer for one peer address; 0 (default) for no limit
 * @param maxRequestsPerSecondPerPeer over all connections of one peer address; what is beyond is answered SYSTEM_BUSY; 0
 *     (default) for no limit
 * @param maxBytesPerSecondPerPeer over all connections of one peer address, beyond which reading waits; 0 (default) for no
 *     limit, else 65536 at least, because reads are up to eight times that
 * @param backlog of connections not yet accepted, which the kernel caps by {@code somaxconn}; default 32768, because the
 *     original's fixed 1024 overflows when many clients come back at once
 * @param writeBufferLow bytes queued for a peer at which a paused connection is read again; default 32 KiB
 * @param writeBufferHigh bytes queued for a peer at which reading from it pauses; default 256 KiB
 * @param maxQueuedBytes bytes queued for a peer beyond which it is closed; default 64 MiB
 * @param maxPartialBytes bytes of frames that have not arrived in full, over all connections, beyond which a
 *     connection that sends more of one is closed; default 256 MiB
 * @param sendBuffer of the socket in bytes; 0 (default) leaves it to the operating system
 * @param receiveBuffer of the socket in bytes; 0 (default) leaves it to the operating system
 * @param frameLimit largest frame in bytes, its length field included; default 16777216
 * @param maxOutstandingCalls calls of this process that may wait for an answer on one connection; default 1024
 * @param serializeType header form of answers and calls; the original's does not follow the request's either
 * @param tls null serves plain peers and closes TLS peers
 * @param drainTime how long a stop waits for handlers and slow readers after its grace; default 10 s
 * @param proxies whose HAProxy header (v1, v2), which says for whom they speak, is believed; a connection with one from
 *     anybody else is closed; null (default) for everybody's
 */
public record RemotingServerConfig(
        String bindAddress,
        int listenPort,
        int eventLoopThreads,
        Duration idle,
        int maxConnections,
        int maxConnectionsPerPeer,
        int maxRequestsPerSecondPerPeer,
        long maxBytesPerSecondPerPeer,
        int backlog,
        int writeBufferLow,
        int writeBufferHigh,
        long maxQueuedBytes,
        long maxPartialBytes,
        int sendBuffer,
        int receiveBuffer,
        int frameLimit,
        int maxOutstandingCalls,
        SerializeType serializeType,
        @Nullable TlsConfig tls,
        Duration drainTime,
        @Nullable AddressList proxies) {

    /** Checks the ranges; a value outside is named in an {@link IllegalArgumentException}. */
    public RemotingServerConfig {
        inRange("listenPort", listenPort, 0, 65_535);
        inRange("eventLoopThreads", eventLoopThreads, 0, 1024);
        inRange("maxConnections", maxConnections, 0, Integer.MAX_VALUE);
        inRange("maxConnectionsPerPeer", maxConnectionsPerPeer, 0, Integer.MAX_VALUE);
        inRange("maxRequestsPerSecondPerPeer", maxRequestsPerSecondPerPeer, 0, 10_000_000);
        if (maxBytesPerSecondPerPeer != 0) {
            inRange("maxBytesPerSecondPerPeer", maxBytesPerSecondPerPeer, 65_536, 1L << 40);
        }
        inRange("backlog", backlog, 1, 1 << 20);
        inRange("writeBufferLow", writeBufferLow, 1, writeBufferHigh);
        inRange("maxQueuedBytes", maxQueuedBytes, writeBufferHigh, Long.MAX_VALUE);
        inRange("maxPartialBytes", maxPartialBytes, 1 << 20, Long.MAX_VALUE);
        inRange("sendBuffer", sendBuffer, 0, 1 << 30);
        inRange("receiveBuffer", receiveBuffer, 0, 1 << 30);
        inRange("frameLimit", frameLimit, 1024, 1 << 28);
        inRange("maxOutstandingCalls", maxOutstandingCalls, 1, 1 << 24);
        if (idle.isNegative() || idle.isZero() || drainTime.isNegative()) {
            throw new IllegalArgumentException("idle must be positive and drainTime not negative");
        }
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Event loop threads with the default worked out. */
    int threads() {
        if (eventLoopThreads > 0) {
            return eventLoopThreads;
        }
        // Fewer loops have more to do at each wake-up, which is most of what a small request costs.
        return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
    }

    private static void inRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + min + " to " + max);
        }
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {
        private String bindAddress = "0.0.0.0";
        private int listenPort;
        private int eventLoopThreads;
        private Duration idle = Duration.ofMinutes(2);
        private int maxConnections;
        private int maxConnectionsPerPeer;
        private int maxRequestsPerSecondPerPeer;
        private long maxBytesPerSecondPerPeer;
        private int backlog = 32_768;
        private int writeBufferLow = 32 * 1024;
        private int writeBufferHigh = 256 * 1024;
        private long maxQueuedBytes = 64L << 20;
        private long maxPartialBytes = 256L << 20;
        private int sendBuffer;
        private int receiveBuffer;
        private int frameLimit = 16_777_216;
        private int maxOutstandingCalls = 1024;
        private SerializeType serializeType = SerializeType.JSON;
        private @Nullable TlsConfig tls;
        private Duration drainTime = Duration.ofSeconds(10);
        private @Nullable AddressList proxies;

        private Builder() {}

        public Builder bindAddress(String value) {
            bindAddress = value;
            return this;
        }

        public Builder listenPort(int value) {
            listenPort = value;
            return this;
        }

        public Builder eventLoopThreads(int value) {
            eventLoopThreads = value;
            return this;
        }

        public Builder idle(Duration value) {
            idle = value;
            return this;
        }

        public Builder maxConnections(int value) {
            maxConnections = value;
            return this;
        }

        public Builder maxConnectionsPerPeer(int value) {
            maxConnectionsPerPeer = value;
            return this;
        }

        public Builder maxRequestsPerSecondPerPeer(int value) {
            maxRequestsPerSecondPerPeer = value;
            return this;
        }

        public Builder maxBytesPerSecondPerPeer(long value) {
            maxBytesPerSecondPerPeer = value;
            return this;
        }

        public Builder backlog(int value) {
            backlog = value;
            return this;
        }

        /** Both water marks, in bytes. */
        public Builder writeBuffer(int low, int high) {
            writeBufferLow = low;
            writeBufferHigh = high;
            return this;
        }

        public Builder maxQueuedBytes(long value) {
            maxQueuedBytes = value;
            return this;
        }

        public Builder maxPartialBytes(long value) {
            maxPartialBytes = value;
            return this;
        }

        public Builder sendBuffer(int value) {
            sendBuffer = value;
            return this;
        }

        public Builder receiveBuffer(int value) {
            receiveBuffer = value;
            return this;
        }

        public Builder frameLimit(int value) {
            frameLimit = value;
            return this;
        }

        public Builder maxOutstandingCalls(int value) {
            maxOutstandingCalls = value;
            return this;
        }

        public Builder serializeType(SerializeType value) {
            serializeType = value;
            return this;
        }

        public Builder tls(@Nullable TlsConfig value) {
            tls = value;
            return this;
        }

        public Builder drainTime(Duration value) {
            drainTime = value;
            return this;
        }

        public Builder proxies(@Nullable AddressList value) {
            proxies = value;
            return this;
        }

        public RemotingServerConfig build() {
            return new RemotingServerConfig(
                    bindAddress,
                    listenPort,
                    eventLoopThreads,
                    idle,
                    maxConnections,
                    maxConnectionsPerPeer,
                    maxRequestsPerSecondPerPeer,
                    maxBytesPerSecondPerPeer,
                    backlog,
                    writeBufferLow,
                    writeBufferHigh,
                    maxQueuedBytes,
                    maxPartialBytes,
                    sendBuffer,
                    receiveBuffer,
                    frameLimit,
                    maxOutstandingCalls,
                    serializeType,
                    tls,
                    drainTime,
                    proxies);
        }
    }
}
