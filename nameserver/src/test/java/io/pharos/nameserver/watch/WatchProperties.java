package io.pharos.nameserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Any sequence of changes, subscriptions, ends and pauses of peers: pushes are never older than what was said, a peer
 * that reads hears at most one for each time that changes were collected, and then everybody knows what is so.
 */
class WatchProperties {
    private static final List<String> TOPICS = List.of("t0", "t1", "t2", "t3");

    @Property(tries = 500)
    void everybodyKnowsWhatIsSoInTheEnd(@ForAll("steps") List<Step> steps) {
        WatchFixture server = new WatchFixture();
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(new Client(server));
        }
        for (Step step : steps) {
            Client client = clients.get(step.who());
            String topic = TOPICS.get(step.topic());
            switch (step.kind()) {
                case CHANGE -> server.routes.set(topic, step.value() == 0 ? null : "b" + step.value());
                case WATCH -> client.watch(topic);
                case UNWATCH -> client.unwatch(topic);
                case RECONNECT -> client.reconnect();
                case SLOW -> client.peer.becomeSlow();
                case FAST -> client.peer.becomeFast();
                case PASS -> {
                    clients.forEach(Client::countPushes);
                    server.pass();
                    clients.forEach(Client::hasHeardOnceAtMost);
                }
                default -> throw new AssertionError(step);
            }
        }
        server.pass();
        clients.forEach(client -> client.peer.becomeFast());
        clients.forEach(Client::knowsAll);
        assertThat(server.watch.pendingBytes()).isZero();
        clients.forEach(client -> client.peer.close());
        assertThat(server.watch.subscriptions()).isZero();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(10, Kind.CHANGE),
                Tuple.of(4, Kind.WATCH),
                Tuple.of(1, Kind.UNWATCH),
                Tuple.of(1, Kind.RECONNECT),
                Tuple.of(1, Kind.SLOW),
                Tuple.of(1, Kind.FAST),
                Tuple.of(4, Kind.PASS));
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 2))
                .as(Step::new)
                .list()
                .ofMaxSize(80);
    }

    enum Kind {
        CHANGE,
        WATCH,
        UNWATCH,
        RECONNECT,
        SLOW,
        FAST,
        PASS
    }

    /** What happens; the numbers choose among what there is. */
    record Step(Kind kind, int who, int topic, int value) {}

    private static final class Client {
        private final WatchFixture server;
        private final Set<String> watched = new TreeSet<>();
        private FakePeer peer;
        private int pushes;

        Client(WatchFixture server) {
            this.server = server;
            this.peer = server.connect();
        }

        void watch(String topic) {
            server.watch(peer, topic);
            watched.add(topic);
            assertThat(peer.revisionOf(topic)).isEqualTo(server.routes.revision(topic));
        }

        void unwatch(String topic) {
            server.watch.unwatch(peer, List.of(topic));
            watched.remove(topic);
        }

        /** What has not changed is not told again. */
        void reconnect() {
            FakePeer old = peer;
            old.close();
            peer = server.connect();
            peer.remember(old);
            Map<String, Optional<String>> list = new HashMap<>();
            int current = 0;
            for (String topic : watched) {
                list.put(topic, Optional.of(old.revisionOf(topic)));
                current += old.revisionOf(topic).equals(server.routes.revision(topic)) ? 1 : 0;
            }
            assertThat(server.watch(peer, list).stream().filter(news -> news.endsWith(" unchanged")))
                    .hasSize(current);
            knowsAll();
        }

        void countPushes() {
            pushes = peer.pushes();
        }

        void hasHeardOnceAtMost() {
            assertThat(peer.pushes() - pushes).isLessThanOrEqualTo(1);
            if (peer.untaken() == 0) {
                knowsAll();
            }
        }

        void knowsAll() {
            peer.news();
            for (String topic : watched) {
                assertThat(peer.revisionOf(topic)).as(topic).isEqualTo(server.routes.revision(topic));
            }
        }
    }
}
