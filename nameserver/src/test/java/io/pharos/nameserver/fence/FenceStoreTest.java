package io.pharos.nameserver.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.nameserver.route.Fences;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.Stamp;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceStoreTest {
    private static final FenceKey A = FenceKey.broker("c", "a");
    private static final FenceKey TOPIC = FenceKey.topic("t");
    private static final Decision.By BY = new Decision.By("10.0.0.1:1", null);

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();

    @Test
    void decisionsSurviveARestartWithAllThatWasSaid() throws IOException {
        FenceStore store = open();
        Decision stopped = store.stop(A, new Decision.By("[::1]:9", "ops"), "drain \"a\"", clock.wallMillis() + 60_000);
        store.stop(TOPIC, BY, "", null);
        store.allow(List.of(TOPIC), BY, "done");

        FenceStore reopened = open();

        assertThat(reopened.get(A)).isEqualTo(stopped);
        assertThat(reopened.inForce()).containsExactly(stopped);
        assertThat(reopened.all()).isEqualTo(store.all()).hasSize(2);
        assertThat(reopened.damage()).isEmpty();
    }

    @Test
    void changesAndOnlyChangesAreHeardWhenTheyAreVisible() throws IOException {
        FenceStore store = open();
        List<Fences> heard = new ArrayList<>();
        store.onChange(heard::add);
        assertThat(heard).isEmpty();

        store.stop(A, BY, "", null);
        store.stop(A, BY, "another reason", null);
        store.allow(List.of(A), BY, "");
        store.allow(List.of(A), BY, "");

        assertThat(heard).containsExactly(Fences.of(List.of(A)), Fences.NONE);
    }

    @Test
    void whoListensIsToldWhatHoldsAlready() throws IOException {
        open().stop(A, BY, "", null);
        List<Fences> heard = new ArrayList<>();

        open().onChange(heard::add);

        assertThat(heard).containsExactly(Fences.of(List.of(A)));
    }

    @Test
    void aFenceEndsAtItsExpiryAfterARestartToo() throws IOException {
        open().stop(A, BY, "", clock.wallMillis() + 10_000);
        FenceStore store = open();
        List<Fences> heard = new ArrayList<>();
        store.onChange(heard::add);

        clock.advance(Duration.ofMillis(9_999));
        store.tick();
        assertThat(store.holds(A)).isTrue();
        clock.advance(Duration.ofMillis(1));
        store.tick();

        assertThat(store.holds(A)).isFalse();
        assertThat(heard).containsExactly(Fences.of(List.of(A)), Fences.NONE);
    }

    @Test
    void whatIsOverIsForgottenAfterAMonthAndStaysSo() throws IOException {
        FenceStore store = open();
        store.stop(A, BY, "", null);
        store.allow(List.of(A), BY, "");
        store.stop(TOPIC, BY, "", clock.wallMillis() + 1);
        store.stop(FenceKey.topic("kept"), BY, "", null);
        List<Decision> old = store.all();

        clock.advance(Decisions.MEMORY.plusMillis(2));
        store.tick();

        assertThat(store.all()).extracting(Decision::key).containsExactly(FenceKey.topic("kept"));
        assertThat(store.merge(old))
                .as("a fellow that forgets later is no news")
                .isEmpty();
        assertThat(store.size()).isEqualTo(1);
        assertThat(open().size()).isEqualTo(1);
    }

    @Test
    void anOldLiftEndsTheFenceThatItIsAboutAndIsForgottenAtOnce() throws IOException {
        FenceStore absent = open(folder.resolve("absent"), "n2");
        FenceStore store = open();
        store.stop(A, BY, "", null);
        absent.merge(store.all());
        store.allow(List.of(A), BY, "");
        List<Decision> lifted = store.all();

        clock.advance(Decisions.MEMORY.plusDays(1));
        absent.merge(lifted);

        assertThat(absent.all()).isEmpty();
    }

    @Test
    void nameServersWithWildClocksLoseNoDecisionAndBlockNoLaterOne() throws IOException {
        ManualClock in1970 = new ManualClock();
        in1970.jumpWallTo(5_000);
        ManualClock in2200 = new ManualClock();
        in2200.jumpWallTo(7_258_118_400_000L);
        FenceStore past = FenceStore.open(folder.resolve("past"), FileOps.system(), in1970, "past");
        FenceStore future = FenceStore.open(folder.resolve("future"), FileOps.system(), in2200, "future");

        future.stop(A, BY, "by the future", null);
        past.merge(future.all());
        assertThat(past.holds(A)).isTrue();

        past.allow(List.of(A), BY, "by the past");
        future.merge(past.all());
        assertThat(future.holds(A)).isFalse();

        past.stop(TOPIC, BY, "by the past", null);
        future.merge(past.all());
        assertThat(future.holds(TOPIC)).isTrue();

        in2200.jumpWallTo(1_800_000_000_000L);
        FenceStore repaired = FenceStore.open(folder.resolve("future"), FileOps.system(), in2200, "again");
        repaired.allow(List.of(TOPIC), BY, "with the clock set right");
        past.merge(repaired.all());
        assertThat(past.holds(TOPIC)).isFalse();
    }

    @Test
    void aClockThatGoesBackDoesNotMakeLaterDecisionsEarlier() throws IOException {
        FenceStore store = open();
        Stamp first = store.stop(A, BY, "", null).stamp();
        clock.jumpWallTo(1);
        Stamp second = store.allow(List.of(A), BY, "").get(0).stamp();
        FenceStore reopened = open();
        Stamp third = reopened.stop(A, BY, "", null).stamp();

        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
        assertThat(reopened.holds(A)).isTrue();
    }

    @Test
    void aForgedStampAtTheEndOfTimeIsFeltAtItsOwnKeyAlone() throws IOException {
        FenceStore store = open();
        Stamp end = new Stamp(Stamp.MAX_MILLIS, Stamp.MAX_COUNTER, "forger");
        store.merge(List.of(new Decision(A, end, true, 0, BY, "", null)));

        assertThatThrownBy(() -> store.allow(List.of(A), BY, ""))
                .hasMessageContaining("stamp[" + end.text() + "], which is forged")
                .hasMessageContaining("move their fences.json files away");
        assertThat(store.stop(TOPIC, BY, "", null).stamp().millis()).isEqualTo(clock.wallMillis());
        assertThat(open().all()).isEqualTo(store.all()).hasSize(2);

        Stamp full = new Stamp(Stamp.MAX_MILLIS - 1, Stamp.MAX_COUNTER, "n2");
        store.merge(List.of(new Decision(TOPIC, full, true, 0, BY, "", null)));
        store.allow(List.of(TOPIC), BY, "");
        assertThat(store.holds(TOPIC)).isFalse();
    }

    @Test
    void moreThanTheBoundIsRefusedAndLiftingIsNot() throws IOException {
        FenceStore store = open();
        store.merge(decisions(FenceStore.MAX_DECISIONS));

        assertThatThrownBy(() -> store.stop(A, BY, "", null))
                .isInstanceOf(FenceStoreFull.class)
                .hasMessageContaining("at most 5000")
                .hasMessageContaining("fence brokers");
        assertThatThrownBy(() -> store.merge(decisions(FenceStore.MAX_DECISIONS + 1)))
                .isInstanceOf(FenceStoreFull.class);
        assertThat(store.size()).isEqualTo(FenceStore.MAX_DECISIONS);

        store.allow(List.of(FenceKey.topic("t7")), BY, "");
        assertThat(store.holds(FenceKey.topic("t7"))).isFalse();
    }

    @Test
    void theNewestGoodGenerationIsUsedAndDamageIsTold() throws IOException {
        FenceStore store = open();
        store.stop(A, BY, "", null);
        store.stop(TOPIC, BY, "", null);
        try (Stream<Path> files = Files.list(folder)) {
            Path newest = files.filter(file -> file.toString().endsWith("gen-2"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(newest);
            bytes[bytes.length / 2] ^= 1;
            Files.write(newest, bytes);
        }

        FenceStore reopened = open();

        assertThat(reopened.holds(A)).isTrue();
        assertThat(reopened.holds(TOPIC)).isFalse();
        assertThat(reopened.damage()).singleElement().asString().contains("fences.json.damaged-1");
    }

    @Test
    void aFileOfAnotherVersionEndsTheStartAndIsNotReplaced() throws IOException {
        GenerationalFile.sealed(folder.resolve("fences.json"), 2, FileOps.system())
                .write("{\"decisions\":[{\"stamp\":\"tomorrow\"}]}".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fences.json.gen-1")
                .hasMessageContaining("[tomorrow] is no stamp")
                .hasMessageContaining("move it away");
    }

    @Test
    void aChangeThatCannotBeWrittenLeavesEverythingAsItWas() throws IOException {
        FailingFileOps ops = new FailingFileOps();
        FenceStore store = FenceStore.open(folder, ops, clock, "n1");
        store.stop(A, BY, "", null);
        List<Fences> heard = new ArrayList<>();
        store.onChange(heard::add);
        List<Decision> before = store.all();

        ops.failAfter(0);
        assertThatThrownBy(() -> store.allow(List.of(A), BY, ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fences.json");
        assertThatThrownBy(() -> store.stop(TOPIC, BY, "", null)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> store.merge(decisions(2))).isInstanceOf(IOException.class);

        assertThat(store.all()).isEqualTo(before);
        assertThat(heard).hasSize(1);
        assertThat(open().all()).isEqualTo(before);
    }

    /** The process dies at each step of a write in turn. */
    @Test
    void whatWasAcknowledgedIsThereWhereverTheProcessDies() throws IOException {
        for (int step = 0; step < 60; step++) {
            Path data = folder.resolve("run" + step);
            FailingFileOps ops = new FailingFileOps();
            FenceStore store = FenceStore.open(data, ops, clock, "n1");
            ops.failAfter(step);
            List<Decision> acknowledged = new ArrayList<>();
            try {
                for (int i = 0; i < 10; i++) {
                    acknowledged.add(store.stop(FenceKey.topic("t" + i), BY, "", null));
                }
            } catch (IOException died) {
                assertThat(died).hasMessageContaining("fences.json");
            }

            FenceStore reopened = open(data, "n1");

            assertThat(reopened.damage()).isEmpty();
            assertThat(reopened.all()).containsAll(acknowledged);
            assertThat(reopened.size()).isBetween(acknowledged.size(), acknowledged.size() + 1);
            for (Decision decision : acknowledged) {
                Stamp next =
                        reopened.allow(List.of(decision.key()), BY, "").get(0).stamp();
                assertThat(next).isGreaterThan(decision.stamp());
            }
        }
    }

    private static List<Decision> decisions(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Decision(
                        FenceKey.topic("t" + i), new Stamp(1_700_000_000_000L, i, "n9"), true, 0, BY, "", null))
                .toList();
    }

    private FenceStore open() throws IOException {
        return open(folder, "n1");
    }

    private FenceStore open(Path data, String node) throws IOException {
        return FenceStore.open(Objects.requireNonNull(data), FileOps.system(), clock, node);
    }
}
