package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.RouteExplanation.Broker;
import io.pharos.protocol.extension.RouteExplanation.Left;
import io.pharos.protocol.extension.RouteExplanation.Member;
import io.pharos.protocol.extension.RouteExplanation.Outcome;
import io.pharos.protocol.extension.RouteExplanation.Queues;
import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any explanation comes back, and any bytes are an explanation or a refusal. */
class RouteExplanationProperties {
    @Property(tries = 200)
    void explanationsComeBack(@ForAll("explanations") RouteExplanation explanation) {
        assertThat(RouteExplanation.decode(ByteBuffer.wrap(explanation.encode())))
                .isEqualTo(explanation);
    }

    @Property(tries = 300)
    void damagedExplanationsGiveAValueOrARefusal(
            @ForAll("explanations") RouteExplanation explanation,
            @ForAll("damage") List<Integer> damage,
            @ForAll boolean cut) {
        byte[] damaged = explanation.encode();
        for (int where : damage) {
            damaged[Math.floorMod(where >> 8, damaged.length)] = (byte) where;
        }
        int length = cut ? damaged.length / 2 : damaged.length;
        try {
            RouteExplanation read = RouteExplanation.decode(ByteBuffer.wrap(damaged, 0, length));
            assertThat(RouteExplanation.decode(ByteBuffer.wrap(read.encode()))).isEqualTo(read);
        } catch (RequestFailed refused) {
            assertThat(refused.remark()).contains(" refused: ").hasSizeLessThan(1_000);
        }
    }

    @Provide
    Arbitrary<List<Integer>> damage() {
        return Arbitraries.integers().list().ofMinSize(1).ofMaxSize(4);
    }

    @Provide
    Arbitrary<RouteExplanation> explanations() {
        Arbitrary<ExplainRoute> questions = Combinators.combine(text(), text().injectNull(0.3), text().injectNull(0.3))
                .as(ExplainRoute::new);
        Arbitrary<Outcome> outcomes = Combinators.combine(
                        text(), Arbitraries.integers(), text().injectNull(0.3), text())
                .as(Outcome::new);
        Arbitrary<Left> left =
                Combinators.combine(text(), text(), text(), Arbitraries.longs()).as(Left::new);
        return Combinators.combine(
                        questions,
                        Arbitraries.longs(),
                        outcomes,
                        text(),
                        text().injectNull(0.3),
                        brokers().list().ofMaxSize(3),
                        Arbitraries.integers(),
                        left.list().ofMaxSize(2))
                .as(RouteExplanation::new);
    }

    private static Arbitrary<Broker> brokers() {
        Arbitrary<Long> times = Arbitraries.longs().injectNull(0.3);
        Arbitrary<Member> members = Combinators.combine(
                        Arbitraries.longs(), text(), text(), times, times, times, text().injectNull(0.3))
                .as(Member::new);
        Decision fence = new Decision(
                FenceKey.topic("t"), new Stamp(8, 0, "n1"), true, 9, new Decision.By("h:1", "ops"), "why", 10L);
        Arbitrary<Queues> queues = Combinators.combine(
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        text().list().ofMaxSize(3),
                        Arbitraries.just(fence).list().ofMaxSize(1),
                        Arbitraries.of(true, false))
                .as(Queues::new);
        return Combinators.combine(
                        text(),
                        text(),
                        text().injectNull(0.3),
                        text().injectNull(0.3),
                        queues,
                        text().injectNull(0.3),
                        members.list().ofMaxSize(3),
                        Arbitraries.integers())
                .as(Broker::new);
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings()
                .all()
                .excludeChars('\ufffe', '\uffff')
                .ofMaxLength(6)
                .filter(s -> s.chars().noneMatch(c -> Character.isSurrogate((char) c)));
    }
}
