package io.pharos.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What goes on at a server beside the work: clients that watch, brokers that answer probes, and a scrape of its metrics
 * each second. Without extras nothing of that goes on, and the server is told not to offer it.
 */
final class Extras implements AutoCloseable {
    private static final int WATCHERS = 1_000;
    private static final Duration SCRAPES = Duration.ofSeconds(1);

    private final Subject subject;
    private final Watchers watchers;
    private final HttpRequest scrape;
    private final HttpClient http = HttpClient.newHttpClient();
    private volatile boolean over;

    /** Settings of a server without extras. */
    static Map<String, String> none() {
        return Map.of("metricsPort", "-1", "probeAfterMillis", "0");
    }

    /**
     * Begins to watch.
     *
     * @param watched a topic that nobody asks for
     */
    Extras(Subject subject, int metricsPort, String watched) throws IOException {
        this.subject = subject;
        this.watchers = new Watchers(subject.server().port(), WATCHERS, watched);
        this.scrape = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"))
                .build();
    }

    /** Goes on until {@link #end}; the subject's brokers are used by nobody else meanwhile. */
    CompletableFuture<Void> begin() {
        over = false;
        return CompletableFuture.runAsync(() -> {
            try {
                while (!over) {
                    HttpResponse<String> page = http.send(scrape, HttpResponse.BodyHandlers.ofString());
                    if (page.statusCode() != 200) {
                        throw new IOException("a scrape was answered with " + page.statusCode());
                    }
                    long unused = subject.listen(SCRAPES);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Ends what goes on; fails when something of it failed. */
    void end(CompletableFuture<Void> running) {
        over = true;
        running.join();
    }

    @Override
    public void close() throws IOException {
        watchers.close();
    }
}
