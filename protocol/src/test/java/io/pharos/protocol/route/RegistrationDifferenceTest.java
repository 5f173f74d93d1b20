package io.pharos.protocol.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A body that is read by its differences from another is read as it would be alone. */
class RegistrationDifferenceTest {
    private static final int LATEST = 500;

    @Property(tries = 300)
    void anyBodyIsReadTheSameWhateverIsKnown(
            @ForAll("registrations") Registration known, @ForAll("registrations") Registration next) {
        same(RegistrationCodec.encodePlain(known, 1), RegistrationCodec.encodePlain(next, 2));
    }

    @Property(tries = 300)
    void changedTablesAreReadTheSame(
            @ForAll("registrations") Registration known, @ForAll("edits") List<Integer> edits) {
        List<TopicConfig> topics = new ArrayList<>(known.topics().values());
        for (int edit : edits) {
            apply(edit, topics);
        }
        same(RegistrationCodec.encodePlain(known, 1), RegistrationCodec.encodePlain(with(known, topics), 2));
    }

    @Property(tries = 1000)
    void damagedBodiesAreReadOrRefusedTheSame(
            @ForAll("registrations") Registration known, @ForAll("edits") List<Integer> damage) {
        byte[] body = RegistrationCodec.encodePlain(known, 1);
        byte[] next = body.clone();
        for (int where : damage) {
            next[Math.floorMod(where >> 8, next.length)] = (byte) where;
        }
        same(body, next);
    }

    @Property(tries = 300)
    void bodiesWithSomethingRepeatedOrCutOutAreReadTheSame(
            @ForAll("registrations") Registration known, @ForAll int one, @ForAll int other, @ForAll boolean twice) {
        String body = new String(RegistrationCodec.encodePlain(known, 1), UTF_8);
        int from = Math.floorMod(Math.min(one, other), body.length());
        int to = from + Math.floorMod(Math.max(one, other), body.length() - from + 1);
        String next =
                body.substring(0, from) + (twice ? body.substring(from, to).repeat(2) : "") + body.substring(to);
        same(body.getBytes(UTF_8), next.getBytes(UTF_8));
    }

    @Test
    void whatIsKnownIsNotReadAgain() {
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        List<TopicConfig> topics = numbered(500);
        KnownBody known = decode(decoder, topics, null).body();
        Set<TopicConfig> held = identities(known);

        topics.set(50, topic("topic50", 9));
        topics.remove(70);
        topics.add(topic("new", 8));
        RegistrationDecoder.Decoded next = decode(decoder, topics, known);

        assertThat(next.registration().topics().values()).containsExactlyElementsOf(topics);
        assertThat(next.registration().topics().values())
                .filteredOn(topic -> !held.contains(topic))
                .extracting(TopicConfig::name)
                .containsExactly("topic50", "topic71", "new");
        assertThat(next.body().runs())
                .filteredOn(known.runs()::contains)
                .hasSizeGreaterThan(known.runs().size() / 2);
    }

    @Property(tries = 100)
    void aTableIsCutTheSameWhateverIsKnown(@ForAll("edits") List<Integer> edits) {
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        List<TopicConfig> topics = numbered(300);
        KnownBody known = decode(decoder, topics, null).body();
        for (int edit : edits) {
            apply(edit, topics);
            known = decode(decoder, topics, known).body();
        }
        assertThat(lengths(known))
                .isEqualTo(lengths(decode(decoder, topics, null).body()));
    }

    @Test
    void aTableThatGrowsAtItsEndIsNotCutIntoCrumbs() {
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        KnownBody known = decode(decoder, numbered(1), null).body();
        for (int size = 2; size < 400; size++) {
            known = decode(decoder, numbered(size), known).body();
        }
        assertThat(lengths(known))
                .isEqualTo(lengths(decode(decoder, numbered(399), null).body()));
        assertThat(known.runs()).hasSizeLessThan(40);
    }

    @Test
    void namesThatNeverEndARunMakeNoEndlessOne() {
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        List<TopicConfig> topics = numbered(20_000);
        Set<String> ends = new HashSet<>();
        decode(decoder, topics, null).body().runs().forEach(run -> ends.add(last(run)));
        topics.removeIf(topic -> ends.contains(topic.name()));
        KnownBody body = decode(decoder, topics, null).body();
        assertThat(lengths(body)).allMatch(length -> length <= 128);
        assertThat(body.runs()).hasSizeGreaterThan(topics.size() / 128);
    }

    @Test
    void aFirstTopicThatLeftAndATopicThatBecameTheFirstAreSeen() {
        List<TopicConfig> topics = List.of(topic("a", 1), topic("b", 1), topic("c", 1));
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        KnownBody known = decode(decoder, topics, null).body();
        for (List<TopicConfig> next : List.of(
                topics.subList(1, 3),
                topics.subList(0, 1),
                topics.subList(2, 3),
                List.<TopicConfig>of(),
                List.of(topics.get(1), topics.get(0)))) {
            assertThat(decode(decoder, next, known).registration().topics().values())
                    .containsExactlyElementsOf(next);
        }
    }

    private static List<TopicConfig> numbered(int count) {
        List<TopicConfig> topics = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            topics.add(topic("topic" + i, 8));
        }
        return topics;
    }

    private static List<Integer> lengths(KnownBody body) {
        return body.runs().stream().map(run -> run.topics().size()).toList();
    }

    private static String last(TopicRun run) {
        return run.topics().get(run.topics().size() - 1).name();
    }

    private static Set<TopicConfig> identities(KnownBody body) {
        Set<TopicConfig> held = Collections.newSetFromMap(new IdentityHashMap<>());
        body.runs().forEach(run -> held.addAll(run.topics()));
        return held;
    }

    private static RegistrationDecoder.Decoded decode(
            RegistrationDecoder decoder, List<TopicConfig> topics, @Nullable KnownBody known) {
        byte[] body = RegistrationCodec.encodePlain(with(Bodies.small(), topics), 1);
        return decoder.decode(LATEST, false, ByteBuffer.wrap(body), known);
    }

    private static TopicConfig topic(String name, int queues) {
        return new TopicConfig(name, queues, queues, 6, 0, false, "SINGLE_TAG", Map.of());
    }

    private static Registration with(Registration registration, List<TopicConfig> topics) {
        Map<String, TopicConfig> table = new LinkedHashMap<>();
        topics.forEach(topic -> table.put(topic.name(), topic));
        return new Registration(new DataVersion(0, 1, 6), table, registration.mappings(), registration.filterServers());
    }

    private static void apply(int edit, List<TopicConfig> topics) {
        int index = Math.floorMod(edit >> 2, topics.size() + 1);
        switch (edit & 3) {
            case 0 -> topics.add(index, topic("n" + edit, 1));
            case 1 -> {
                if (index < topics.size()) {
                    topics.remove(index);
                }
            }
            default -> {
                if (index < topics.size()) {
                    topics.set(index, topic(topics.get(index).name(), edit));
                }
            }
        }
    }

    private static void same(byte[] knownBody, byte[] next) {
        RegistrationDecoder decoder = new RegistrationDecoder(UnaryOperator.identity());
        KnownBody known =
                decoder.decode(LATEST, false, ByteBuffer.wrap(knownBody), null).body();
        assertThat(known.sameContent(ByteBuffer.wrap(knownBody))).isTrue();
        String alone = outcome(decoder, next, null);
        assertThat(outcome(decoder, next, known)).isEqualTo(alone);
    }

    private static String outcome(RegistrationDecoder decoder, byte[] body, @Nullable KnownBody known) {
        ByteBuffer direct = ByteBuffer.allocateDirect(body.length + 2);
        direct.put(1, body).position(1).limit(1 + body.length);
        try {
            RegistrationDecoder.Decoded decoded = decoder.decode(LATEST, false, direct, known);
            assertThat(decoded.body().sameContent(direct)).isTrue();
            assertThat(decoded.body().size()).isEqualTo(body.length);
            return decoded.registration().toString();
        } catch (RequestFailed refused) {
            return refused.remark();
        }
    }

    @Provide
    Arbitrary<Registration> registrations() {
        return Bodies.registrations();
    }

    @Provide
    Arbitrary<List<Integer>> edits() {
        return Arbitraries.integers().list().ofMaxSize(4);
    }
}
