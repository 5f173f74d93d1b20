package io.pharos.interop.peer;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A name server in a process of its own that keeps its port and its folder when it is restarted. Safe for use by
 * several threads but for {@link #restart}.
 */
public final class NameServer implements AutoCloseable {
    private static final Set<Integer> READY = Set.of(0, 16);
    private static final Duration START = Duration.ofMinutes(3);

    /** Which name server. */
    public enum Kind {
        /** The original, release 5.5.0. */
        STOCK,
        /** Ours. */
        PHAROS
    }

    private final ChildJvm.Launch launch;
    private final int port;
    private ChildJvm child;

    NameServer(ChildJvm.Launch launch, int port) {
        this.launch = launch;
        this.port = port;
        this.child = ChildJvm.start(launch, true);
    }

    /** Waits until it answers. */
    public NameServer awaitAnswers() {
        await("name server of " + launch.folder())
                .atMost(START)
                .failFast("the process ended", () -> !child.isAlive())
                .ignoreExceptions()
                // One that asks for signatures answers by a refusal.
                .until(() -> READY.contains(ask(Requests.CLUSTER_INFO, Map.of()).code()));
        return this;
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** {@code host:port}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Its process. */
    public ChildJvm child() {
        return child;
    }

    /** Starts it again after its process has ended, and waits until it answers. */
    public void restart() {
        child.close();
        child = ChildJvm.start(launch, true);
        awaitAnswers();
    }

    /** Asks over a new connection, as release 5.5.0. */
    public RawAnswer ask(int code, Map<String, String> fields) {
        return RawConnection.ask(port, code, fields);
    }

    /** The route of a topic in the strict dialect. */
    public RawAnswer route(String topic) {
        return ask(Requests.ROUTE, Map.of("topic", topic));
    }

    @Override
    public void close() {
        child.close();
    }
}
