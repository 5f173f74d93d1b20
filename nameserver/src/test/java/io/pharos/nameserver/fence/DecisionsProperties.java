package io.pharos.nameserver.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.DecisionList;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.Stamp;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of merging and of the clock that decides it. Stamps are drawn from few values, so that equal ones occur. */
class DecisionsProperties {
    private static final Decision.By BY = new Decision.By("10.0.0.1:1", null);

    @Property(tries = 500)
    void mergingIsCommutative(@ForAll("some") List<Decision> a, @ForAll("some") List<Decision> b) {
        assertThat(Decisions.of(a).merge(b)).isEqualTo(Decisions.of(b).merge(a));
    }

    @Property(tries = 500)
    void mergingIsAssociative(
            @ForAll("some") List<Decision> a, @ForAll("some") List<Decision> b, @ForAll("some") List<Decision> c) {
        Decisions left = Decisions.of(a).merge(b).merge(c);
        Decisions right = Decisions.of(a).merge(Decisions.of(b).merge(c).all());
        assertThat(left).isEqualTo(right);
    }

    @Property(tries = 500)
    void mergingIsIdempotent(@ForAll("some") List<Decision> a, @ForAll("some") List<Decision> b) {
        Decisions once = Decisions.of(a).merge(b);
        assertThat(once.merge(b)).isSameAs(once);
        assertThat(once.merge(once.all())).isSameAs(once);
    }

    @Property(tries = 500)
    void theLatestDecisionOfEachKeyHolds(@ForAll("some") List<Decision> all) {
        Map<FenceKey, Decision> latest = new HashMap<>();
        for (Decision decision : all) {
            latest.merge(decision.key(), decision, (one, other) -> one.compareTo(other) >= 0 ? one : other);
        }
        assertThat(Decisions.of(all).all()).containsExactlyInAnyOrderElementsOf(latest.values());
    }

    @Property(tries = 300)
    void whatIsWrittenIsReadBack(@ForAll("some") List<Decision> all) {
        DecisionList list = new DecisionList(7, Decisions.of(all).all());
        assertThat(DecisionList.decode(ByteBuffer.wrap(list.encode()))).isEqualTo(list);
    }

    /**
     * Name servers whose clocks are wrong by up to a century, jump, and exchange in any order and some not for long: after
     * an exchange each decision beats those its maker knew, and all end with the same.
     */
    @Property(tries = 300)
    void decisionsAfterAnExchangeBeatThoseBeforeItWhateverTheClocksSay(@ForAll long seed) {
        Random random = new Random(seed);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            nodes.add(new Node("n" + i, 1_700_000_000_000L + random.nextLong(-1_700_000_000_000L, 3_000_000_000_000L)));
        }
        for (int step = 0; step < 40; step++) {
            Node node = nodes.get(random.nextInt(3));
            switch (random.nextInt(4)) {
                case 0 -> node.wall += random.nextInt(5_000);
                case 1 -> node.wall -= random.nextLong(3_000_000_000L);
                case 2 -> node.learn(nodes.get(random.nextInt(3)));
                default -> node.decide(random.nextInt(2), random.nextBoolean());
            }
        }
        for (int round = 0; round < 2; round++) {
            Collections.shuffle(nodes, random);
            nodes.forEach(node -> nodes.forEach(node::learn));
        }
        assertThat(nodes.get(1).known).isEqualTo(nodes.get(0).known);
        assertThat(nodes.get(2).known).isEqualTo(nodes.get(0).known);
        nodes.get(0).decide(0, false);
        nodes.get(1).learn(nodes.get(0));
        assertThat(nodes.get(1).known.get(key(0)))
                .as("the last word, by whoever's clock")
                .isEqualTo(nodes.get(0).known.get(key(0)));
    }

    @Provide
    Arbitrary<List<Decision>> some() {
        Arbitrary<FenceKey> keys = Arbitraries.of(
                FenceKey.broker("c", "a"),
                FenceKey.broker("c", "b"),
                FenceKey.topic("t"),
                new FenceKey("t", "c", "a"),
                new FenceKey("ümläut 漢字", "c2", "a"));
        Arbitrary<Stamp> stamps = Combinators.combine(
                        Arbitraries.of(0L, 1_700_000_000_000L, 1_700_000_000_001L, Stamp.MAX_MILLIS),
                        Arbitraries.of(0L, 1L, Stamp.MAX_COUNTER),
                        Arbitraries.of("n1", "n2"))
                .as(Stamp::new);
        return Combinators.combine(
                        keys,
                        stamps,
                        Arbitraries.of(true, false),
                        Arbitraries.of("", "drain", "\"quoted\" \\ ü"),
                        Arbitraries.of(0L, 5L))
                .as((key, stamp, fenced, reason, expiry) ->
                        new Decision(key, stamp, fenced, 5, BY, reason, fenced && expiry > 0 ? expiry : null))
                .list()
                .ofMaxSize(12);
    }

    private static FenceKey key(int which) {
        return FenceKey.broker("c", "b" + which);
    }

    /** One name server's decisions and clocks. */
    private static final class Node {
        private final FenceClock clock;
        private long wall;
        private Decisions known = Decisions.NONE;

        Node(String name, long wall) {
            this.clock = new FenceClock(name);
            this.wall = wall;
        }

        void decide(int which, boolean fenced) {
            Decision before = known.get(key(which));
            Stamp stamp = clock.next(wall, before == null ? null : before.stamp());
            Decision decision = new Decision(key(which), stamp, fenced, 0, BY, "", null);
            known = known.merge(List.of(decision));
            assertThat(known.get(key(which)))
                    .as("one's own latest decision holds")
                    .isEqualTo(decision);
        }

        void learn(Node other) {
            known = known.merge(other.known.all());
        }
    }
}
