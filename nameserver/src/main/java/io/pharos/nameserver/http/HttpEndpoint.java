package io.pharos.nameserver.http;

import com.sun.net.httpserver.HttpServer;
import io.pharos.base.Clock;
import io.pharos.base.Scheduler;
import io.pharos.remoting.BindFailed;
import io.pharos.remoting.WorkerPool;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /metrics}, {@code /healthz} and {@code /readyz} on a port of their own. Thread-safe.
 *
 * <p>It has two worker threads and a short queue, apart from those that serve brokers and clients: a flood of scrapes
 * slows down scrapes. A peer that sends its request or takes its answer slowly is cut off.
 */
public final class HttpEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final int THREADS = 2;
    private static final int QUEUE = 64;
    private static final int BACKLOG = 64;

    private final HttpServer server;
    private final WorkerPool pool;
    private final String host;

    private HttpEndpoint(HttpServer server, WorkerPool pool, String host) {
        this.server = server;
        this.pool = pool;
        this.host = host;
    }

    /**
     * Listens and answers.
     *
     * @param scheduler cuts off slow peers; must outlive the endpoint
     * @throws BindFailed when the address can't be listened on
     */
    public static HttpEndpoint start(
            Setup setup, PrometheusRegistry metrics, Check health, Check readiness, Scheduler scheduler, Clock clock)
            throws IOException {
        HttpServer server = bind(setup);
        WorkerPool pool = new WorkerPool("http", THREADS, QUEUE);
        server.setExecutor(new ImpatientExecutor(pool, scheduler, setup.patience()));
        server.createContext("/", new Pages(metrics, health, readiness, clock));
        server.start();
        HttpEndpoint endpoint = new HttpEndpoint(server, pool, setup.address());
        LOG.info("metrics endpoint listening url=[{}]", endpoint.url());
        return endpoint;
    }

    /** The port that is listened on, also when the configured one is 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Where it is, without a path: {@code http://host:port}. */
    public String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /** Closes port and connections at once. */
    @Override
    public void close() {
        server.stop(0);
        pool.close();
    }

    private static HttpServer bind(Setup setup) throws IOException {
        InetSocketAddress address = new InetSocketAddress(setup.address(), setup.port());
        try {
            if (address.isUnresolved()) {
                throw new UnknownHostException(setup.address());
            }
            return HttpServer.create(address, BACKLOG);
        } catch (IOException failure) {
            throw new BindFailed(setup.address(), setup.port(), setup.keys(), failure);
        }
    }

    /**
     * Where to listen, and for how long to wait for peers.
     *
     * @param address to listen on
     * @param port to listen on; 0 for any free one
     * @param keys that set the two, for refusals
     * @param patience with a peer, from the first byte of its request until it has its answer
     */
    public record Setup(String address, int port, BindFailed.Setting keys, Duration patience) {}
}
