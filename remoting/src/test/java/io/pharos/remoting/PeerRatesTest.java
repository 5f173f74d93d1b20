package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.testkit.ManualClock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PeerRatesTest {
    private static final String PEER = "192.0.2.7";

    private final ManualClock clock = new ManualClock();
    private final PeerRates rates = new PeerRates(new PeerRate.Limits(10, 0), clock);

    private int takeAll(PeerRate rate) {
        int taken = 0;
        while (rate.admitsRequest(clock.monotonicNanos())) {
            taken++;
        }
        return taken;
    }

    @Test
    void connectionsOfOnePeerShareAndOthersDoNot() {
        PeerRate first = rates.join(PEER);
        PeerRate second = rates.join(PEER);
        PeerRate other = rates.join("192.0.2.8");

        assertThat(takeAll(first)).isEqualTo(10);
        assertThat(takeAll(second)).isZero();
        assertThat(takeAll(other)).isEqualTo(10);
        rates.leave(first);
        assertThat(takeAll(rates.join(PEER))).isZero();
    }

    @Test
    void comingBackDoesNotMakeARateNewAndItIsForgottenOnceItIs() {
        PeerRate rate = rates.join(PEER);
        assertThat(takeAll(rate)).isEqualTo(10);
        rates.leave(rate);
        clock.advance(Duration.ofMillis(500));
        rates.sweep();

        PeerRate again = rates.join(PEER);
        assertThat(takeAll(again)).isEqualTo(5);
        clock.advance(Duration.ofSeconds(2));
        rates.sweep();
        assertThat(rates.join(PEER)).as("in use").isSameAs(again);
        rates.leave(again);
        assertThat(takeAll(again)).isEqualTo(10);
        rates.leave(again);
        rates.sweep();
        assertThat(rates.size()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        rates.sweep();
        assertThat(rates.size()).isZero();
    }

    @Test
    void aRateOfWhichNothingIsMissingGoesWithItsLastConnection() {
        PeerRate rate = rates.join(PEER);
        rates.join(PEER);
        rates.leave(rate);
        assertThat(rates.size()).isEqualTo(1);
        rates.leave(rate);
        assertThat(rates.size()).isZero();
    }

    @Test
    void theMemoryForThoseWhoLeftIsBounded() {
        for (int i = 0; i < PeerRates.MOST_LEFT_BEHIND + 1_000; i++) {
            PeerRate rate = rates.join("peer" + i);
            assertThat(rate.admitsRequest(clock.monotonicNanos())).isTrue();
            rates.leave(rate);
        }
        assertThat(rates.size()).isEqualTo(PeerRates.MOST_LEFT_BEHIND);

        // One that comes back makes room for another.
        rates.join("peer0");
        PeerRate more = rates.join("one more");
        assertThat(more.admitsRequest(clock.monotonicNanos())).isTrue();
        rates.leave(more);
        assertThat(rates.size()).isEqualTo(PeerRates.MOST_LEFT_BEHIND + 1);

        clock.advance(Duration.ofSeconds(1));
        rates.sweep();
        assertThat(rates.size()).isEqualTo(1);
        PeerRate later = rates.join("later");
        assertThat(later.admitsRequest(clock.monotonicNanos())).isTrue();
        rates.leave(later);
        assertThat(rates.size()).as("room again").isEqualTo(2);
    }

    @Test
    void manyThreadsThatComeAndGoLeaveNothing() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(pool.submit(() -> {
                    for (int round = 0; round < 20_000; round++) {
                        PeerRate rate = rates.join("peer" + round % 3);
                        rate.admitsRequest(clock.monotonicNanos());
                        rates.sweep();
                        rates.leave(rate);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(rates.size()).isEqualTo(3);
        clock.advance(Duration.ofSeconds(1));
        rates.sweep();
        assertThat(rates.size()).isZero();
    }

    @Test
    void withoutALimitAConnectionHasNoRate() throws Exception {
        Admission.Ticket unlimited = Objects.requireNonNull(new Admission(0, 5, null, () -> {}).admit());
        assertThat(unlimited.countFor(InetAddress.getLoopbackAddress())).isTrue();
        assertThat(unlimited.rate()).isNull();
    }

    @Test
    void anAnnouncedPeerTakesNothingFromTheOneWhoseAddressItUses() throws Exception {
        Admission admission = new Admission(0, 1, rates, () -> {});
        Admission.Ticket real = Objects.requireNonNull(admission.admit());
        Admission.Ticket forged = Objects.requireNonNull(admission.admit());
        assertThat(forged.countFor(InetAddress.getByName("198.51.100.1"))).isTrue();
        assertThat(forged.countForAnnounced(PEER)).isTrue();
        assertThat(real.countFor(InetAddress.getByName(PEER))).as("a place").isTrue();

        PeerRate own = real.rate();
        assertThat(own).isNotNull().isNotSameAs(forged.rate());
        assertThat(rates.size()).as("the proxy's own is given back").isEqualTo(2);
        real.release();
        forged.release();
        forged.release();
        assertThat(rates.size()).isZero();
    }
}
