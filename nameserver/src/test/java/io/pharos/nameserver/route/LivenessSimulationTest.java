package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.get;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/**
 * Simulated clusters over random schedules: brokers freeze, are cut off, die and come back; this server's process stops
 * for a while; its clock jumps. Brokers register every 30 s and answer questions at once, as stock ones do; some ask for
 * the cluster every five seconds, as those of 5.5.0 do.
 */
class LivenessSimulationTest {
    private static final Duration STEP = Duration.ofMillis(250);
    private static final int SCAN_STEPS = 2;
    private static final int HEARTBEAT = steps(30);
    private static final int CHATTER = steps(5);
    private static final int SUSPECT = steps(10);
    /** A freeze that is shorter than this never makes a suspect: from the question to the suspicion, less one scan. */
    private static final int HARMLESS = steps(4);

    private static final Liveness PROBING =
            new Liveness(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofDays(1));

    @Property(tries = 1_500)
    void whoLivesIsBackWithinAHeartbeatWhoIsSilentIsSuspectAndManyAreNeverEvicted(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int brokers) {
        World world = new World(seed, brokers, steps(3));
        for (int step = 0; step < steps(240); step++) {
            world.step();
        }
    }

    @Property(tries = 500)
    void whatIsShorterThanTheTimeForAnAnswerMakesNobodySuspect(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int brokers) {
        World world = new World(seed, brokers, 0);
        for (int step = 0; step < steps(240); step++) {
            world.step();
            assertThat(world.server.routes.suspectBrokerCount()).isZero();
            assertThat(world.server.routes.brokerCount()).isEqualTo(brokers);
        }
    }

    private static int steps(int seconds) {
        return (int) (Duration.ofSeconds(seconds).toMillis() / STEP.toMillis());
    }

    private enum State {
        LIVE,
        FROZEN,
        CUT,
        DEAD
    }

    /** What has arrived at this server's host and waits to be read. */
    private record Arrival(World.Broker from, long connection, Kind kind) {
        enum Kind {
            REGISTRATION,
            ANSWER,
            QUESTION,
            CLOSED,
            LOST
        }
    }

    private static final class World {
        private final RoutesFixture server = new RoutesFixture(
                new RouteSettings(false, false, Map.of(), Duration.ZERO, Duration.ofMinutes(2), PROBING));
        private final Random random;
        private final List<Broker> brokers = new ArrayList<>();
        private final Map<Long, Broker> byConnection = new HashMap<>();
        private final Deque<Arrival> arrivals = new ArrayDeque<>();
        private final int troubles;
        private long connections;
        private int now;
        private int pausedUntil;
        private int disturbed = -HEARTBEAT;
        private int distrustedUntil = -HEARTBEAT;

        /** With no troubles, whatever happens to a broker is over before its silence means anything. */
        World(long seed, int count, int troubles) {
            this.random = new Random(seed);
            this.troubles = troubles;
            for (int i = 0; i < count; i++) {
                brokers.add(new Broker("b" + i, random.nextInt(HEARTBEAT), random.nextBoolean()));
            }
            brokers.forEach(broker -> broker.send(Arrival.Kind.REGISTRATION));
            deliver();
        }

        void step() {
            now++;
            server.clock.advance(STEP);
            if (random.nextInt(steps(20)) == 0) {
                happen();
            }
            brokers.forEach(Broker::step);
            if (now < pausedUntil) {
                return;
            }
            boolean scans = now % SCAN_STEPS == 0;
            if (now == pausedUntil && random.nextBoolean()) {
                get(server.routes.scan(STEP.multipliedBy(SCAN_STEPS)));
                scans = false;
            }
            deliver();
            if (scans) {
                get(server.routes.scan(STEP.multipliedBy(SCAN_STEPS)));
                server.closed.forEach(this::forget);
                server.closed.clear();
            }
            List<Long> asked = List.copyOf(server.asked);
            server.asked.clear();
            for (long connection : asked) {
                Broker broker = byConnection.get(connection);
                if (broker != null) {
                    broker.isAsked(connection);
                }
            }
            checkTrust();
            brokers.forEach(this::check);
        }

        private void happen() {
            Broker broker = brokers.get(random.nextInt(brokers.size()));
            switch (random.nextInt(troubles == 0 ? 3 : 6)) {
                case 0 -> broker.become(State.FROZEN, troubles == 0 ? 1 + random.nextInt(HARMLESS) : someTime());
                case 1 -> pause(1 + random.nextInt(steps(20)));
                case 2 -> jump();
                case 3 -> broker.become(State.CUT, someTime());
                case 4 -> broker.become(State.DEAD, someTime());
                default -> {
                    // A switch fails: it cuts off a part of the cluster, or all of it.
                    int time = someTime();
                    int part = 1 + random.nextInt(brokers.size());
                    brokers.subList(0, part).forEach(each -> each.become(State.CUT, time));
                }
            }
        }

        private int someTime() {
            return 1 + random.nextInt(random.nextBoolean() ? steps(20) : steps(200));
        }

        private void pause(int time) {
            pausedUntil = Math.max(pausedUntil, now + time);
            disturbed = pausedUntil;
        }

        private void jump() {
            server.clock.advance(Duration.ofMillis(random.nextInt(200_000)));
            disturbed = Math.max(disturbed, now);
        }

        private void deliver() {
            for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
                Broker from = next.from();
                long connection = next.connection();
                if (byConnection.get(connection) != from && next.kind() != Arrival.Kind.REGISTRATION) {
                    continue;
                }
                switch (next.kind()) {
                    case REGISTRATION -> {
                        byConnection.put(connection, from);
                        server.register(from.header, topics(1, "orders"), connection);
                        from.registeredOver = connection;
                    }
                    case ANSWER -> {
                        server.answer(connection);
                        from.answeredOver = connection;
                    }
                    case QUESTION -> server.hear(connection);
                    case CLOSED -> {
                        server.close(connection);
                        byConnection.remove(connection);
                    }
                    case LOST -> {
                        get(server.routes.connectionLost(connection));
                        byConnection.remove(connection);
                    }
                }
            }
        }

        /** This server closed a connection whose broker it evicted. */
        private void forget(long connection) {
            Broker broker = byConnection.remove(connection);
            if (broker != null && broker.connection == connection) {
                broker.connection = 0;
            }
        }

        /** Distrust needs a reason. */
        private void checkTrust() {
            if (!server.routes.distrustsItself()) {
                return;
            }
            distrustedUntil = now;
            long known = brokers.stream()
                    .filter(each -> server.routes.group(each.name) != null)
                    .count();
            long silent = brokers.stream()
                    .filter(each -> each.state != State.LIVE || now - each.since <= HEARTBEAT + SCAN_STEPS)
                    .count();
            if (now - disturbed > HEARTBEAT) {
                assertThat(silent >= 3 && silent * 3 > known)
                        .as("distrust with %d of %d silent at step %d", silent, known, now)
                        .isTrue();
            }
        }

        private void check(Broker broker) {
            Group group = server.routes.group(broker.name);
            boolean writable = group != null && !group.suspect();
            int inState = now - broker.since;
            boolean calm = now - disturbed > HEARTBEAT;
            if (broker.state == State.LIVE && inState > HEARTBEAT + SCAN_STEPS && calm) {
                assertThat(writable)
                        .as("%s lives since step %d of %d", broker.name, broker.since, now)
                        .isTrue();
            }
            boolean heardOf = broker.registeredOver == broker.connection && broker.answeredOver == broker.connection;
            if (broker.state == State.FROZEN
                    && heardOf
                    && Math.min(inState, now - distrustedUntil) > SUSPECT + 2 * SCAN_STEPS
                    && calm) {
                assertThat(writable)
                        .as("%s is frozen since step %d of %d", broker.name, broker.since, now)
                        .isFalse();
            }
            boolean gone = group == null;
            if (gone && !broker.gone && broker.state != State.DEAD && broker.state != State.LIVE) {
                assertThat(manyAreSilent(SUSPECT + 2 * SCAN_STEPS) && calm)
                        .as("%s was evicted at step %d with many others silent", broker.name, now)
                        .isFalse();
            }
            broker.gone = gone;
        }

        /** Whether more than a third, and three or more, of those that are known say nothing for a time. */
        private boolean manyAreSilent(int time) {
            long known = brokers.stream()
                    .filter(each -> server.routes.group(each.name) != null)
                    .count();
            long silent = brokers.stream()
                    .filter(each -> server.routes.group(each.name) != null)
                    .filter(each -> each.state == State.FROZEN || each.state == State.CUT)
                    .filter(each -> each.answeredOver == each.registeredOver && now - each.since > time)
                    .count();
            return silent >= 3 && silent * 3 > known;
        }

        /** One broker, and the network between it and this server. */
        private final class Broker {
            private final String name;
            private final RegistrationHeader header;
            private final int phase;
            private final boolean chatters;
            private State state = State.LIVE;
            private int since;
            private int until;
            private int lostAt = Integer.MAX_VALUE;
            private long connection;
            private long registeredOver;
            private long answeredOver;
            private boolean gone;
            private @Nullable Arrival owed;

            Broker(String name, int phase, boolean chatters) {
                this.name = name;
                this.header = master(name);
                this.phase = phase;
                this.chatters = chatters;
            }

            void step() {
                if (state != State.LIVE && now >= until) {
                    comeBack();
                }
                if (state == State.CUT && now == lostAt) {
                    arrivals.add(new Arrival(this, connection, Arrival.Kind.LOST));
                    connection = 0;
                }
                if (state == State.LIVE) {
                    if (owed != null && owed.connection() == connection) {
                        arrivals.add(owed);
                        owed = null;
                    }
                    if ((now + phase) % HEARTBEAT == 0) {
                        send(Arrival.Kind.REGISTRATION);
                    } else if (chatters && (now + phase) % CHATTER == 0 && connection != 0) {
                        send(Arrival.Kind.QUESTION);
                    }
                }
            }

            void send(Arrival.Kind kind) {
                if (connection == 0) {
                    connection = ++connections;
                }
                arrivals.add(new Arrival(this, connection, kind));
            }

            void isAsked(long over) {
                owed = new Arrival(this, over, Arrival.Kind.ANSWER);
            }

            void become(State next, int time) {
                if (state != State.LIVE) {
                    return;
                }
                state = next;
                since = now;
                until = now + time;
                if (next == State.DEAD && connection != 0) {
                    arrivals.add(new Arrival(this, connection, Arrival.Kind.CLOSED));
                    connection = 0;
                }
                lostAt = next == State.CUT && connection != 0
                        ? now + SUSPECT + random.nextInt(CHATTER)
                        : Integer.MAX_VALUE;
            }

            private void comeBack() {
                state = State.LIVE;
                since = now;
                lostAt = Integer.MAX_VALUE;
            }
        }
    }
}
