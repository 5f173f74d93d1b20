package io.pharos.nameserver.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.pharos.base.Clock;
import io.pharos.remoting.LogLimiter;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the three paths. Thread-safe. */
final class Pages implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Pages.class);
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    private final PrometheusRegistry metrics;
    private final Check health;
    private final Check readiness;
    private final LogLimiter noise;
    private final ExpositionFormats formats = ExpositionFormats.init();

    Pages(PrometheusRegistry metrics, Check health, Check readiness, Clock clock) {
        this.metrics = metrics;
        this.health = health;
        this.readiness = readiness;
        this.noise = new LogLimiter(clock, "metrics that are not collected", Duration.ofMinutes(1), 1);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            send(exchange, page(exchange));
        } finally {
            exchange.close();
        }
    }

    private Page page(HttpExchange exchange) {
        String path = String.valueOf(exchange.getRequestURI().getPath());
        boolean known = path.equals("/metrics") || path.equals("/healthz") || path.equals("/readyz");
        if (!known) {
            return Page.text(NOT_FOUND, "not found; there are /metrics, /healthz and /readyz");
        }
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Page.text(METHOD_NOT_ALLOWED, "method not allowed; send GET or HEAD");
        }
        return switch (path) {
            case "/metrics" -> scrape(exchange.getRequestHeaders());
            case "/healthz" -> verdict(health.look());
            default -> verdict(readiness.look());
        };
    }

    private static Page verdict(Check.Verdict verdict) {
        return Page.text(verdict.good() ? OK : UNAVAILABLE, verdict.sentence());
    }

    private Page scrape(Headers request) {
        ExpositionFormatWriter writer = formats.findWriter(request.getFirst("Accept"));
        boolean zipped = acceptsGzip(request.getFirst("Accept-Encoding"));
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = zipped ? new GZIPOutputStream(bytes) : bytes) {
                writer.write(out, metrics.scrape());
            }
            return new Page(OK, writer.getContentType(), zipped, bytes.toByteArray());
        } catch (IOException | RuntimeException failure) {
            if (noise.allows()) {
                LOG.error("metrics not collected", failure);
            }
            return Page.text(INTERNAL_ERROR, "metrics could not be collected; the log of the server has the cause");
        }
    }

    private static boolean acceptsGzip(@Nullable String encodings) {
        return encodings != null
                && encodings.toLowerCase(Locale.ROOT).matches(".*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$)).*");
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", page.type());
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        if (page.zipped()) {
            headers.set("Content-Encoding", "gzip");
        }
        boolean bodiless = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(page.status(), bodiless ? -1 : page.body().length);
        if (!bodiless) {
            exchange.getResponseBody().write(page.body());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Page(int status, String type, boolean zipped, byte[] body) {
        static Page text(int status, String line) {
            return new Page(status, TEXT, false, (line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
