package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other threads do while the writer works: whoever was told that it lives, lives. */
class ConcurrencyTest {
    private static final RegistrationHeader A = master("a");
    private static final Registration BODY = topics(1, "orders");

    @Test
    void touchEitherComesBeforeTheEndOrSaysThatItIsOver() {
        for (int round = 0; round < 5_000; round++) {
            LiveBroker broker = new LiveBroker(
                    A.identity(),
                    1,
                    100,
                    new LiveBroker.Applied(A, BODY.dataVersion(), 50, List.of()),
                    new RemovalRule());
            CompletableFuture<Boolean> touched = CompletableFuture.supplyAsync(() -> broker.touch(1, 100));
            boolean ended = broker.endIfSilent(100);

            assertThat(touched.join()).isNotEqualTo(ended);
            assertThat(broker.hasEnded()).isEqualTo(ended);
        }
    }

    @Test
    void newestConnectionWinsWhateverTheOrderOfHeartbeats() {
        for (int round = 0; round < 2_000; round++) {
            LiveBroker broker = new LiveBroker(
                    A.identity(),
                    1,
                    100,
                    new LiveBroker.Applied(A, BODY.dataVersion(), 50, List.of()),
                    new RemovalRule());
            CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> broker.touch(2, 100));
            broker.touch(3, 100);
            second.join();

            assertThat(broker.connection()).isEqualTo(3);
        }
    }

    @Test
    @Timeout(30)
    void revisionsNeverGoBackWhileATopicComesAndGoes() {
        RouteView view = new RouteView();
        Group group = new Group("c1", "a", List.of(), false, false);
        QueueData queue = new QueueData("a", 4, 4, 6, 0);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            long last = 0;
            while (!stop.get()) {
                long now = view.current("orders").revision();
                assertThat(now).isGreaterThanOrEqualTo(last);
                last = now;
            }
        });
        for (int round = 0; round < 100_000; round++) {
            view.put("orders", group, queue, null);
            view.put("bills", group, queue, null);
            view.remove("bills", "a", Leave.DELETED, 0);
            view.remove("orders", "a", Leave.DELETED, 0);
        }
        stop.set(true);
        reader.join();
    }

    @Test
    @Timeout(30)
    void readersSeeWholeRoutesWhileTheWriterChangesThem() {
        RoutesFixture server = new RoutesFixture();
        server.register(A, BODY, 1);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (!stop.get()) {
                assertThat(server.route("orders"))
                        .isIn("a{0=a:10911} 4/6", "a{0=a:10911} 4/4", "a{0=a:10911, 1=a-1:10911} 4/6");
                server.routes.heartbeat("c1", "a:10911", 1);
            }
        });
        RegistrationHeader slave = RoutesFixture.slave("a", 1);
        for (int round = 0; round < 500; round++) {
            RoutesFixture.get(server.routes.fence(RoutesFixture.fences(FenceKey.broker("c1", "a"))));
            RoutesFixture.get(server.routes.fence(Fences.NONE));
            server.register(slave, topics(1), 2 + round);
            server.clock.advance(Duration.ofSeconds(1));
            // The reader's heartbeats may be late: a round is a second of this clock and microseconds of its own.
            server.routes.heartbeat("c1", "a:10911", 1);
            server.scan();
            server.close(2 + round);
        }
        stop.set(true);
        reader.join();
        assertThat(server.route("orders")).isEqualTo("a{0=a:10911} 4/6");
    }
}
