package io.pharos.nameserver.fellow;

import io.pharos.nameserver.fence.FenceStore;
import io.pharos.protocol.auth.Signatures;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FellowNews;
import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.SeenBroker;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one fellow name server. Changed by one thread alone; {@link #entry}, {@link #divergence} and the other
 * numbers may be read by any. A change of state is a log line, its going on is none.
 */
final class Fellow {
    private static final Logger LOG = LoggerFactory.getLogger(Fellow.class);

    /** For how long one is left in peace that has nothing to tell; a stock one logs each request. */
    private static final Duration PEACE = Duration.ofMinutes(5);

    /** Difference of two clocks that is worth a word: fences expire by each one's own. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(10);

    /** Lines about the decisions of one message. */
    private static final int MAX_LINES = 20;

    private final String address;
    private final FenceStore store;
    private boolean pending;
    private boolean clockDiffers;
    private long quietUntilNanos;
    private Divergence lastLook = Divergence.NONE;
    private volatile FellowState state = FellowState.UNASKED;
    private volatile Divergence divergence = Divergence.NONE;
    private volatile @Nullable Long answeredNanos;
    private volatile long aheadMillis;
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong unsigned = new AtomicLong();
    private final AtomicLong learned = new AtomicLong();

    Fellow(String address, FenceStore store) {
        this.address = address;
        this.store = store;
    }

    String address() {
        return address;
    }

    FellowState state() {
        return state;
    }

    Divergence divergence() {
        return divergence;
    }

    /** By how much its clock was ahead of the one here at its last good answer; negative when it was behind. */
    long aheadMillis() {
        return aheadMillis;
    }

    /** Answers that were refused because they were not well-formed. */
    long malformed() {
        return malformed.get();
    }

    /** Answers that were refused because they were not signed as they must be. */
    long unsigned() {
        return unsigned.get();
    }

    /** Decisions that were news. */
    long learned() {
        return learned.get();
    }

    FellowReport.Entry entry(long nowNanos) {
        Long answered = answeredNanos;
        Divergence current = divergence;
        return new FellowReport.Entry(
                address,
                state.word(),
                answered == null
                        ? null
                        : (Long) Duration.ofNanos(nowNanos - answered).toMillis(),
                current.missingHere(),
                current.missingThere());
    }

    /** Whether to ask it now; then it counts as asked. */
    boolean ask(long nowNanos) {
        boolean useless = state == FellowState.UNSUPPORTED || state == FellowState.ITSELF;
        if (pending || (useless && nowNanos - quietUntilNanos < 0)) {
            return false;
        }
        pending = true;
        return true;
    }

    /** It could not be asked, or did not answer. */
    void absent(Throwable why) {
        pending = false;
        become(FellowState.ABSENT, String.valueOf(why.getMessage()));
    }

    /** It answered without the signature that its answers must have: nothing of it counts. */
    void unsigned(Command answer) {
        pending = false;
        unsigned.incrementAndGet();
        String accessKey = answer.ext().get(Signatures.ACCESS_KEY);
        become(
                FellowState.UNSIGNED,
                accessKey == null
                        ? "its answer is not signed; set peerAccessKey there too"
                        : "its answer is signed with accessKey " + accessKey
                                + ", another secret, or for another question; compare peerAccessKey and credentialsFile");
    }

    /**
     * It answered.
     *
     * @param here the brokers that this name server sees; null when they are too many to name
     */
    void answered(Command answer, @Nullable List<SeenBroker> here, long nowNanos) {
        pending = false;
        if (answer.code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            quietUntilNanos = nowNanos + PEACE.toNanos();
            become(FellowState.UNSUPPORTED, "it is no Pharos name server; tell it of fences with mqadmin");
        } else if (answer.code() != ResponseCode.SUCCESS) {
            become(FellowState.REFUSING, "code " + answer.code() + " " + answer.remark());
        } else {
            take(answer, here, nowNanos);
        }
    }

    private void take(Command answer, @Nullable List<SeenBroker> here, long nowNanos) {
        try {
            FellowNews news = FellowNews.decode(answer.body());
            if (news.node().equals(store.node())) {
                quietUntilNanos = nowNanos + PEACE.toNanos();
                become(FellowState.ITSELF, "");
                return;
            }
            compareClocks(news.nowMillis() - store.nowMillis());
            List<Decision> fresh = store.merge(news.decisions());
            learned.addAndGet(fresh.size());
            tellOf(fresh);
            answeredNanos = nowNanos;
            become(FellowState.ANSWERING, "");
            look(here, news.brokers());
        } catch (RequestFailed refused) {
            malformed.incrementAndGet();
            become(FellowState.MALFORMED, refused.remark());
        } catch (IOException failure) {
            LOG.error("fences of fellow not stored fellow=[{}]", address, failure);
            become(FellowState.NOT_STORED, "see the line before; its fences do not hold here");
        }
    }

    private void tellOf(List<Decision> fresh) {
        for (Decision decision : fresh.subList(0, Math.min(fresh.size(), MAX_LINES))) {
            LOG.info(
                    "fence learned fellow=[{}] what=[{}] after=[{}]",
                    address,
                    decision.key().shown(),
                    decision.shown());
        }
        if (fresh.size() > MAX_LINES) {
            LOG.info("fences learned fellow=[{}] more=[{}]", address, fresh.size() - MAX_LINES);
        }
    }

    private void look(@Nullable List<SeenBroker> here, @Nullable List<SeenBroker> there) {
        Divergence look = here == null || there == null ? Divergence.NONE : Divergence.between(here, there);
        diverge(look.and(lastLook));
        lastLook = look;
    }

    private void diverge(Divergence now) {
        if (now.equals(divergence)) {
            return;
        }
        divergence = now;
        if (now.isEmpty()) {
            LOG.info("fellow sees the same brokers fellow=[{}]", address);
        } else {
            LOG.warn(
                    "fellow sees other brokers fellow=[{}] missingHere=[{}] notHere=[{}] missingThere=[{}] notThere=[{}]",
                    address,
                    now.missingHere().size(),
                    Divergence.shown(now.missingHere()),
                    now.missingThere().size(),
                    Divergence.shown(now.missingThere()));
        }
    }

    private void compareClocks(long ahead) {
        aheadMillis = ahead;
        boolean differs = Math.abs(ahead) > CLOCK_TOLERANCE.toMillis();
        if (differs && !clockDiffers) {
            LOG.warn(
                    "clock of fellow differs fellow=[{}] aheadMillis=[{}] effect=[no decision is lost, but an expiry comes"
                            + " at another moment; set the clocks right]",
                    address,
                    ahead);
        } else if (clockDiffers && !differs) {
            LOG.info("clock of fellow agrees fellow=[{}] aheadMillis=[{}]", address, ahead);
        }
        clockDiffers = differs;
    }

    private void become(FellowState next, String why) {
        if (next != FellowState.ANSWERING) {
            // What it sees is not known any more.
            lastLook = Divergence.NONE;
            divergence = Divergence.NONE;
        }
        if (next == state) {
            return;
        }
        state = next;
        if (next.isTrouble()) {
            LOG.warn("fellow state fellow=[{}] state=[{}] reason=[{}]", address, next.word(), Quoted.bounded(why));
        } else {
            LOG.info("fellow state fellow=[{}] state=[{}]", address, next.word());
        }
    }
}
