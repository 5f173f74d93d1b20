package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A simulated stock broker against the removal rule: whole and split registrations of any piece size, single changed
 * topics, creation and deletion with and without the operator's own delete request, refusals, reconnects, splitting
 * switched while it runs, pieces with one data version or one each.
 */
class RemovalRuleSimulationTest {

    @Property(tries = 300)
    void topicThatTheBrokerHasIsNeverRemoved(
            @ForAll long seed,
            @ForAll boolean split,
            @ForAll boolean switches,
            @ForAll boolean versionPerPiece,
            @ForAll @IntRange(min = 1, max = 40) int pieceSize) {
        Broker broker = new Broker(seed, split, switches, versionPerPiece, pieceSize);
        for (int step = 0; step < 60; step++) {
            broker.step();
        }
    }

    @Property(tries = 100)
    void deletedTopicIsGoneAfterTheSecondWholeRegistration(@ForAll long seed) {
        Broker broker = new Broker(seed, false, false, false, 1);
        for (int step = 0; step < 40; step++) {
            broker.quietStep();
        }
        broker.registerAll(false);
        broker.registerAll(false);
        assertThat(broker.server.routes.topics()).containsExactlyElementsOf(broker.topics);
    }

    private static final class Broker {
        private final RoutesFixture server = new RoutesFixture();
        private final RegistrationHeader header = master("a");
        private final Random random;
        private final TreeSet<String> topics = new TreeSet<>(RoutesFixture.sentinels(header));
        private final Set<String> announced = new TreeSet<>();
        private final boolean switches;
        private final boolean versionPerPiece;
        private final int pieceSize;
        private boolean split;
        private long counter;
        private long connection = 1;
        private long order;

        Broker(long seed, boolean split, boolean switches, boolean versionPerPiece, int pieceSize) {
            this.random = new Random(seed);
            this.split = split;
            this.switches = switches;
            this.versionPerPiece = versionPerPiece;
            this.pieceSize = pieceSize;
            for (int i = random.nextInt(40); i > 0; i--) {
                topics.add("t" + random.nextInt(60));
            }
        }

        void step() {
            int action = random.nextInt(20);
            if (action < 9) {
                registerAll(true);
            } else if (action == 9) {
                reconnect();
            } else if (action == 10 && switches) {
                split = !split;
            } else if (action == 11) {
                order = random.nextLong();
            } else {
                change();
            }
            check();
        }

        /** Steps in which nothing hides from the name server: creations are announced, nothing is refused. */
        void quietStep() {
            int action = random.nextInt(10);
            if (action < 5) {
                registerAll(false);
            } else if (action == 5) {
                reconnect();
                registerAll(false);
            } else if (action < 8) {
                delete(random.nextBoolean());
            } else if (random.nextBoolean()) {
                create();
                registerAll(false);
            }
            check();
        }

        void registerAll(boolean mayBeRefused) {
            List<String> all = new ArrayList<>(topics);
            Collections.shuffle(all, new Random(order));
            int size = split ? pieceSize : Math.max(1, all.size());
            for (int from = 0; from < all.size(); from += size) {
                if (versionPerPiece && from > 0) {
                    counter++;
                }
                List<String> piece = all.subList(from, Math.min(all.size(), from + size));
                if (mayBeRefused && random.nextInt(12) == 0) {
                    get(server.routes.refused(header.identity(), connection));
                } else {
                    send(piece);
                }
                check();
            }
            if (split && all.size() % size == 0 && random.nextBoolean()) {
                send(List.of());
            }
        }

        private void change() {
            if (random.nextBoolean()) {
                create();
            } else {
                delete(random.nextBoolean());
            }
        }

        private void create() {
            String topic = "t" + random.nextInt(60);
            topics.add(topic);
            counter++;
            int how = random.nextInt(3);
            if (how == 0) {
                send(List.of(topic));
            } else if (how == 1 && server.routes.group("a") != null) {
                get(server.routes.registerTopic(topic, List.of(new QueueData("a", 4, 4, 6, 0))));
                announced.add(topic);
            }
        }

        private void delete(boolean byOperator) {
            List<String> own = topics.stream()
                    .filter(topic -> !RoutesFixture.sentinels(header).contains(topic))
                    .toList();
            if (own.isEmpty()) {
                return;
            }
            String topic = own.get(random.nextInt(own.size()));
            topics.remove(topic);
            announced.remove(topic);
            counter++;
            if (byOperator) {
                get(server.routes.deleteTopic(topic, null));
            }
        }

        private void reconnect() {
            server.close(connection);
            announced.clear();
            connection++;
        }

        private void send(List<String> piece) {
            Map<String, TopicConfig> body = new LinkedHashMap<>();
            for (String topic : piece) {
                body.put(topic, RoutesFixture.topic(topic, 4, 6));
            }
            server.register(
                    header, new Registration(new DataVersion(0, 7, counter), body, Map.of(), List.of()), connection);
            announced.addAll(piece);
        }

        /** What was announced over this connection and still exists must be in the routes. */
        private void check() {
            announced.retainAll(topics);
            assertThat(server.routes.topics()).containsAll(announced);
        }
    }
}
