package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawBroker;
import io.pharos.interop.peer.RawConnection;
import io.pharos.interop.peer.RouteWatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Ten thousand hostile frames from two hundred connections while a normal client's queries go on. */
class HostileFramesTest {
    private static final int CONNECTIONS = 200;
    private static final int FRAMES_EACH = 50;
    private static final int FLOOD = 1000;
    private static final int QUERIES = 100;
    private static final int MOST_ATTACKS = 20;
    private static final int REPLY_MILLIS = 20;
    private static final long SLACK_BYTES = 8L << 20;

    private static final Lab LAB = new Lab(HostileFramesTest.class);
    private static final NameServer SERVER = LAB.subject(Map.of());

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void normalQueriesGoOnAndMemoryReturnsToWhereItWas() throws Exception {
        HostileFrames frames = new HostileFrames();
        RawBroker normal = new RawBroker("normal", "127.0.0.1:19201", List.of("Normal", "Other"));
        try (RawConnection broker = registered(normal);
                RouteWatch watch = new RouteWatch(SERVER.port(), Map.of("Normal", "normal"))) {
            attack(frames, 1);
            flood();
            long heapBefore = SERVER.child().heapAfterCollection();
            int threadsBefore = SERVER.child().threads();
            int descriptorsBefore = SERVER.child().descriptors();
            long answersBefore = watch.answers();

            int attacks = 0;
            int sent = 0;
            while (attacks == 0 || (attacks < MOST_ATTACKS && watch.answers() < answersBefore + QUERIES)) {
                sent += attack(frames, FRAMES_EACH);
                attacks++;
            }
            flood();

            assertThat(sent).isEqualTo(attacks * CONNECTIONS * FRAMES_EACH);
            assertThat(watch.answers()).as("answers under attack").isGreaterThanOrEqualTo(answersBefore + QUERIES);
            assertThat(watch.interruptions()).as("queries not answered").isZero();
            assertThat(watch.wrong()).isEmpty();
            assertThat(SERVER.child().isAlive()).isTrue();
            await("connections are given back")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(SERVER.child().descriptors()).isLessThanOrEqualTo(descriptorsBefore + 5));
            await("memory is given back")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(SERVER.child().heapAfterCollection()).isLessThan(heapBefore + SLACK_BYTES));
            assertThat(SERVER.child().threads()).isLessThanOrEqualTo(threadsBefore + 5);
            assertThat(normal.register(broker).code()).isZero();
        }
    }

    private static RawConnection registered(RawBroker broker) throws IOException {
        RawConnection connection = new RawConnection(SERVER.port());
        assertThat(broker.register(connection).code()).isZero();
        return connection;
    }

    private static int attack(HostileFrames frames, int each) throws Exception {
        ExecutorService attackers = Executors.newFixedThreadPool(CONNECTIONS);
        List<Future<Integer>> runs = new ArrayList<>();
        for (int attacker = 0; attacker < CONNECTIONS; attacker++) {
            int seed = attacker;
            runs.add(attackers.submit(() -> new Attacker(seed).run(frames, each)));
        }
        int sent = 0;
        for (Future<Integer> run : runs) {
            sent += run.get(4, TimeUnit.MINUTES);
        }
        attackers.shutdown();
        return sent;
    }

    private static void flood() throws IOException {
        for (int i = 0; i < FLOOD; i++) {
            new Socket(InetAddress.getLoopbackAddress(), SERVER.port()).close();
        }
    }

    /** One connection after another, each used until the server ends it or the attacker feels like it. */
    private static final class Attacker {
        private final int seed;
        private final Random random;

        Attacker(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        int run(HostileFrames frames, int count) throws IOException {
            Socket socket = connect();
            try {
                for (int i = 0; i < count; i++) {
                    if (!throwAt(socket, frames.bytes(seed * 31 + i, random)) || random.nextInt(4) == 0) {
                        socket.close();
                        socket = connect();
                    }
                }
                return count;
            } finally {
                socket.close();
            }
        }

        private static Socket connect() throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVER.port());
            socket.setSoTimeout(REPLY_MILLIS);
            return socket;
        }

        /** Sends the bytes, reads what comes back for a moment, and says whether the connection is still there. */
        private static boolean throwAt(Socket socket, byte[] bytes) {
            try {
                socket.getOutputStream().write(bytes);
                return socket.getInputStream().read(new byte[4096]) >= 0;
            } catch (SocketTimeoutException silent) {
                return true;
            } catch (IOException ended) {
                return false;
            }
        }
    }
}
