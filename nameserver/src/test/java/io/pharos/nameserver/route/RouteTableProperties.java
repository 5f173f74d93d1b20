package io.pharos.nameserver.route;

import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.route.QueueData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Any sequence of what brokers, operators, time and the network do to routes, against {@link RouteModel}: after each
 * event both show the same, the revision has risen if and only if something changed, and no broker lost what it has.
 */
class RouteTableProperties {
    private static final List<String> NAMES = List.of("a", "b", "d", "nobody");

    /** Shrinks by itself: leaving out steps is all that helps, and the numbers of the others may stay. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void routesAreWhatTheModelSays(@ForAll("steps") List<Step> steps, @ForAll boolean supportActingMaster) {
        Throwable failure = failureOf(steps, supportActingMaster);
        if (failure != null) {
            List<Step> needed = new ArrayList<>(steps);
            for (int i = steps.size() - 1; i >= 0; i--) {
                Step left = needed.remove(i);
                Throwable same = failureOf(needed, supportActingMaster);
                if (same == null) {
                    needed.add(i, left);
                } else {
                    failure = same;
                }
            }
            throw new AssertionError("these steps fail: " + needed + ", acting master " + supportActingMaster, failure);
        }
    }

    private static @Nullable Throwable failureOf(List<Step> steps, boolean supportActingMaster) {
        try {
            play(steps, supportActingMaster);
            return null;
        } catch (AssertionError | RuntimeException failure) {
            return failure;
        }
    }

    private static void play(List<Step> steps, boolean supportActingMaster) {
        RouteWorld world = new RouteWorld(supportActingMaster);
        List<BrokerActor> actors = actors(world);
        for (Step step : steps) {
            long revision = world.revision();
            if (step.kind() == Kind.RESTART) {
                world.restart();
            } else {
                run(step, world, actors);
                world.check(revision);
            }
        }
        world.checkRebuilt();
    }

    private static List<BrokerActor> actors(RouteWorld world) {
        return List.of(
                new BrokerActor(world, "c1", "a", 0, "a0:1", true),
                new BrokerActor(world, "c1", "a", 1, "a1:1", true),
                new BrokerActor(world, "c1", "b", 0, "b0:1", null),
                new BrokerActor(world, "c1", "a", 2, "a2:1", true),
                new BrokerActor(world, "c1", "b", 1, "b1:1", null),
                new BrokerActor(world, "c2", "d", 0, "d0:1", false),
                new BrokerActor(world, "c2", "a", 0, "x0:1", true),
                new BrokerActor(world, "c1", "a", 0, "a9:1", true));
    }

    private static void run(Step step, RouteWorld world, List<BrokerActor> actors) {
        BrokerActor actor = actors.get(step.who() % actors.size());
        BrokerActor other = actors.get(step.with() % actors.size());
        int what = step.what();
        switch (step.kind()) {
            case WHOLE -> actor.registerWhole(actor.connection(what, other));
            case SPLIT -> actor.registerSplit(1 + step.with() % 12, what, actor.connection(what, other));
            case ONE -> actor.registerOne(step.with(), what, actor.connection(0, other));
            case UNFIT -> actor.registerUnfit(actor.connection(what, other));
            case REFUSED -> actor.refuse(actor.connection(what, other));
            case CHANGE -> actor.change(step.with(), what);
            case BECOME -> actor.become(step.with(), what);
            case HEADER -> actor.changeHeader(step.with(), what);
            case HEARTBEAT -> actor.heartbeat(actor.connection(what, other));
            case UNREGISTER -> world.unregister(List.of(actor.who()), actor.connection(what, other));
            case BATCH ->
                world.unregister(List.of(actor.who(), other.who(), actor.who()), actor.connection(what, other));
            case CLOSE -> world.close(actor.connection(what, other));
            case PASS -> world.pass(Duration.ofSeconds(1 + what * 2L));
            case SLEEP -> world.sleep(Duration.ofSeconds(1 + what * 5L));
            case FENCE -> world.fence(key(step.with(), what));
            case UNFENCE -> world.unfence(key(step.with(), what));
            case DELETE -> world.deleteTopic(topic(step.with()), cluster(what));
            case ENTER -> world.registerTopic(topic(step.with()), queues(step.who(), what));
            default -> throw new AssertionError(step);
        }
    }

    private static FenceKey key(int which, int what) {
        String cluster = what % 8 == 0 ? "c2" : "c1";
        String name = NAMES.get(what % NAMES.size());
        return switch (which % 3) {
            case 0 -> FenceKey.broker(cluster, name);
            case 1 -> new FenceKey(topic(which / 3), cluster, name);
            default -> FenceKey.topic(topic(which / 3));
        };
    }

    private static String topic(int which) {
        return RoutePicture.PLAIN_TOPICS.get(which % RoutePicture.PLAIN_TOPICS.size());
    }

    private static @Nullable String cluster(int which) {
        return which % 4 < 2 ? null : "c" + which % 4;
    }

    private static List<QueueData> queues(int who, int what) {
        List<QueueData> queues = new ArrayList<>();
        queues.add(new QueueData(NAMES.get(who % NAMES.size()), 1 + what % 2, 4, 6, what % 4));
        if (what % 3 == 0) {
            queues.add(new QueueData(NAMES.get(what % NAMES.size()), 4, 4, 6, 0));
        }
        return queues;
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(24, Kind.WHOLE),
                Tuple.of(8, Kind.SPLIT),
                Tuple.of(8, Kind.ONE),
                Tuple.of(2, Kind.UNFIT),
                Tuple.of(2, Kind.REFUSED),
                Tuple.of(12, Kind.CHANGE),
                Tuple.of(4, Kind.BECOME),
                Tuple.of(5, Kind.HEADER),
                Tuple.of(8, Kind.HEARTBEAT),
                Tuple.of(3, Kind.UNREGISTER),
                Tuple.of(1, Kind.BATCH),
                Tuple.of(4, Kind.CLOSE),
                Tuple.of(4, Kind.PASS),
                Tuple.of(1, Kind.SLEEP),
                Tuple.of(5, Kind.FENCE),
                Tuple.of(5, Kind.UNFENCE),
                Tuple.of(4, Kind.DELETE),
                Tuple.of(3, Kind.ENTER),
                Tuple.of(1, Kind.RESTART));
        Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 63);
        return Combinators.combine(kinds, Arbitraries.integers().between(0, 15), numbers, numbers)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(120)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    enum Kind {
        WHOLE,
        SPLIT,
        ONE,
        UNFIT,
        REFUSED,
        CHANGE,
        BECOME,
        HEADER,
        HEARTBEAT,
        UNREGISTER,
        BATCH,
        CLOSE,
        PASS,
        SLEEP,
        FENCE,
        UNFENCE,
        DELETE,
        ENTER,
        RESTART
    }

    /** An event; the numbers choose among what there is. */
    record Step(Kind kind, int who, int with, int what) {}
}
