package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    private static int takeAll(TokenBucket bucket, long nowNanos) {
        int taken = 0;
        while (bucket.take(nowNanos)) {
            taken++;
        }
        return taken;
    }

    @Test
    void aSecondsWorthComesAtOnceAndThenTheRateCounts() {
        TokenBucket bucket = new TokenBucket(100, 0);

        assertThat(takeAll(bucket, 0)).isEqualTo(100);
        assertThat(takeAll(bucket, SECOND / 100 - 1)).isZero();
        assertThat(takeAll(bucket, SECOND / 100)).isEqualTo(1);
        assertThat(takeAll(bucket, SECOND / 2)).isEqualTo(49);
        assertThat(bucket.isFull(SECOND / 2)).isFalse();
        assertThat(bucket.isFull(SECOND * 3 / 2)).isTrue();
        assertThat(takeAll(bucket, 3600 * SECOND)).isEqualTo(100);
    }

    @Test
    void whatIsRefusedCostsNothing() {
        TokenBucket bucket = new TokenBucket(1, 0);
        assertThat(bucket.take(0)).isTrue();
        for (int i = 0; i < 1_000; i++) {
            assertThat(bucket.take(SECOND - 1)).isFalse();
        }

        assertThat(bucket.take(SECOND)).isTrue();
    }

    @Test
    void whatIsUsedAlreadyIsPaidForInItsTurn() {
        TokenBucket bucket = new TokenBucket(1_000, 0);

        assertThat(bucket.charge(1_000, 0)).isZero();
        assertThat(bucket.charge(500, 0)).isEqualTo(SECOND / 2);
        assertThat(bucket.charge(250, 0)).isEqualTo(SECOND * 3 / 4);
        assertThat(bucket.charge(250, SECOND)).isZero();
        assertThat(bucket.charge(0, SECOND)).isZero();
        // The largest read that there is, at the largest and the smallest rate.
        assertThat(new TokenBucket(1L << 40, 0).charge(Integer.MAX_VALUE, 0)).isNegative();
        assertThat(new TokenBucket(1, 0).charge(1 << 30, 0)).isEqualTo(((1L << 30) - 1) * SECOND);
    }

    @Test
    void aClockThatWrapsChangesNothing() {
        long start = Long.MAX_VALUE - SECOND / 2;
        TokenBucket bucket = new TokenBucket(100, start);

        assertThat(takeAll(bucket, start)).isEqualTo(100);
        assertThat(takeAll(bucket, start + SECOND)).isEqualTo(100);
        assertThat(bucket.isFull(start + SECOND)).isFalse();
        assertThat(bucket.isFull(start + 2 * SECOND)).isTrue();
    }

    @Test
    void threadsTogetherGetNoMoreThanThereIs() throws Exception {
        int threads = 4;
        TokenBucket bucket = new TokenBucket(100_000, 0);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> shares = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                shares.add(pool.submit(() -> takeAll(bucket, 0)));
            }
            int taken = 0;
            for (Future<Integer> share : shares) {
                taken += share.get();
            }
            assertThat(taken).isEqualTo(100_000);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Against the plain way: a purse that is filled as time passes, up to a second's worth. */
    @Property
    void itIsAPurseThatTimeFills(
            @ForAll @IntRange(min = 1, max = 50) int perSecond,
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 0, max = 300_000_000) Long> gaps) {
        TokenBucket bucket = new TokenBucket(perSecond, 0);
        long price = SECOND / perSecond;
        long purse = SECOND;
        long now = 0;
        for (long gap : gaps) {
            now += gap;
            purse = Math.min(SECOND, purse + gap);
            assertThat(bucket.isFull(now)).isEqualTo(purse == SECOND);
            boolean affordable = purse >= price;
            assertThat(bucket.take(now)).isEqualTo(affordable);
            purse -= affordable ? price : 0;
        }
    }
}
