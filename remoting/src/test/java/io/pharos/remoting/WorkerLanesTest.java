package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkerLanesTest {
    @Test
    void tasksOfOneKeyKeepTheirOrderAndThoseOfOthersDoNotWaitForThem() throws InterruptedException {
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(1);
        try (WorkerLanes lanes = new WorkerLanes("lanes", 2, 1000)) {
            lanes.of(7).execute(() -> await(blocked));
            for (int i = 0; i < 500; i++) {
                int number = i;
                lanes.of(7).execute(() -> ran.add(number));
            }
            lanes.of(8).execute(others::countDown);
            others.await();
            assertThat(ran).isEmpty();
            assertThat(lanes.backlog()).isEqualTo(500);
            assertThat(lanes.of(-7)).isSameAs(lanes.of(7));
            blocked.countDown();
        }
        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, 500).boxed().toList());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
