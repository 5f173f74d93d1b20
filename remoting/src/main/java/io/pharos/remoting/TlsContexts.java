package io.pharos.remoting;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import io.pharos.base.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The present TLS context of a server: built from files, built anew when the content of one has changed, kept when the
 * new content can't be used. Thread-safe: built on the scheduler, read on event loops.
 */
final class TlsContexts {
    private static final Logger LOG = LoggerFactory.getLogger(TlsContexts.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final List<String> MODERN = List.of("TLSv1.3", "TLSv1.2");

    private final @Nullable TlsConfig config;
    private volatile @Nullable SslContext current;
    private byte[] tried = new byte[0];

    private TlsContexts(@Nullable TlsConfig config) {
        this.config = config;
    }

    /**
     * The contexts of a server.
     *
     * @param tasks is given the polling, to be stopped with the server
     * @throws IOException when the files can't be used at the start
     */
    static TlsContexts ofServer(@Nullable TlsConfig config, Scheduler scheduler, Consumer<Scheduler.Cancellation> tasks)
            throws IOException {
        TlsContexts contexts = new TlsContexts(config);
        if (config != null && config.mode() != TlsMode.DISABLED && config.certificate() != null) {
            try {
                contexts.tried = contexts.fingerprint(config);
                contexts.current = build(config);
            } catch (GeneralSecurityException | IOException | RuntimeException unusable) {
                throw new IOException("TLS files of " + config + " can't be used: " + unusable, unusable);
            }
            tasks.accept(scheduler.every(POLL, contexts::reloadIfChanged));
        }
        return contexts;
    }

    /** The context of a client; always the JDK's TLS, as the original's clients. */
    static SslContext ofClient(TlsClientConfig config) throws IOException {
        try {
            // Names are not compared, see TlsClientConfig; the library's default would.
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols(config.protocols().isEmpty() ? MODERN : config.protocols())
                    .endpointIdentificationAlgorithm(null);
            if (!config.ciphers().isEmpty()) {
                builder.ciphers(config.ciphers());
            }
            Path trust = config.trust();
            if (!config.authServer()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
            } else if (trust != null) {
                builder.trustManager(PemFiles.certificates(Files.readAllBytes(trust)));
            }
            if (config.certificate() != null || config.key() != null) {
                KeyAndChain own = KeyAndChain.read(config.certificate(), config.key(), config.keyPassword());
                builder.keyManager(own.key(), own.chain());
            }
            return builder.build();
        } catch (GeneralSecurityException | IOException | RuntimeException unusable) {
            throw new IOException("TLS files of " + config + " can't be used: " + unusable, unusable);
        }
    }

    /** The context for the next connection; null when there is no certificate. */
    @Nullable
    SslContext current() {
        return current;
    }

    private synchronized void reloadIfChanged() {
        if (config == null) {
            return;
        }
        try {
            byte[] now = fingerprint(config);
            if (Arrays.equals(now, tried)) {
                return;
            }
            tried = now;
            SslContext fresh = build(config);
            SslContext old = current;
            current = fresh;
            ReferenceCountUtil.release(old);
            LOG.info("TLS certificate reloaded certificate=[{}]", config.certificate());
        } catch (GeneralSecurityException | IOException | RuntimeException unusable) {
            LOG.warn(
                    "TLS files changed but can't be used, the old ones stay certificate=[{}] reason=[{}]",
                    config.certificate(),
                    String.valueOf(unusable));
        }
    }

    private static SslContext build(TlsConfig config) throws IOException, GeneralSecurityException {
        KeyAndChain own = KeyAndChain.read(config.certificate(), config.key(), config.keyPassword());
        SslContextBuilder builder = SslContextBuilder.forServer(own.key(), own.chain())
                .sslProvider(SslProvider.JDK)
                .protocols(config.protocols().isEmpty() ? MODERN : config.protocols())
                .clientAuth(ClientAuth.valueOf(config.clientAuth().name()));
        if (!config.ciphers().isEmpty()) {
            builder.ciphers(config.ciphers());
        }
        Path trust = config.trust();
        if (trust != null) {
            builder.trustManager(PemFiles.certificates(Files.readAllBytes(trust)));
        } else if (config.clientAuth() != TlsClientAuth.NONE) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        }
        return builder.build();
    }

    private byte[] fingerprint(TlsConfig files) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Path file : Arrays.asList(files.certificate(), files.key(), files.trust())) {
            if (file != null) {
                byte[] content = Files.readAllBytes(file);
                digest.update((byte) content.length);
                digest.update(content);
            }
        }
        return digest.digest();
    }

    /** What a side shows of itself. */
    private record KeyAndChain(PrivateKey key, List<X509Certificate> chain) {

        static KeyAndChain read(@Nullable Path certificateFile, @Nullable Path keyFile, @Nullable String password)
                throws IOException, GeneralSecurityException {
            if (certificateFile == null || keyFile == null) {
                throw new IOException("a certificate needs a key; both files must be named");
            }
            X509Certificate[] chain = PemFiles.certificates(Files.readAllBytes(certificateFile));
            PrivateKey key = PemFiles.privateKey(Files.readAllBytes(keyFile), password);
            PemFiles.requirePair(chain[0], key);
            return new KeyAndChain(key, List.of(chain));
        }
    }
}
