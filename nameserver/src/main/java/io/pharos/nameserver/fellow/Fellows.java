package io.pharos.nameserver.fellow;

import io.pharos.base.Clock;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.Group;
import io.pharos.nameserver.route.Member;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.extension.FellowNews;
import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.extension.SeenBroker;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks the configured fellows for their decisions and the brokers that they see, and answers the same. A fellow that is
 * away delays news and nothing else.
 *
 * <p>Thread-safe, but for {@link #poll}, which belongs on the executor.
 */
public final class Fellows {
    private final List<Fellow> fellows;
    private final Asker asker;
    private final FenceStore store;
    private final Routes routes;
    private final Clock clock;
    private final Executor executor;

    /** Sends a request to a fellow: the one place where requests among name servers go out, and where to sign them. */
    @FunctionalInterface
    public interface Asker {

        /** Gives the answer whatever its code, or fails when there is none; never blocks. */
        CompletableFuture<Command> ask(String address, Request request);
    }

    /**
     * Knows of the fellows and asks nobody yet.
     *
     * @param addresses {@code host:port} of each, without doubles; this name server's own may be among them
     * @param executor one thread, which may block on the disk
     */
    public Fellows(
            List<String> addresses, Asker asker, FenceStore store, Routes routes, Clock clock, Executor executor) {
        this.fellows =
                addresses.stream().map(address -> new Fellow(address, store)).toList();
        this.asker = asker;
        this.store = store;
        this.routes = routes;
        this.clock = clock;
        this.executor = executor;
    }

    /** Asks each fellow whose last answer is there. Call it at the start and then periodically, on the executor. */
    public void poll() {
        for (Fellow fellow : fellows) {
            if (fellow.ask(clock.monotonicNanos())) {
                CompletableFuture<Command> unused = asker.ask(fellow.address(), new GetDecisions())
                        .whenCompleteAsync(
                                (answer, failure) -> {
                                    if (failure != null) {
                                        fellow.absent(failure);
                                    } else {
                                        fellow.answered(answer, seen(), clock.monotonicNanos());
                                    }
                                },
                                executor);
            }
        }
    }

    /** What a fellow is answered. */
    public FellowNews news() {
        return new FellowNews(store.node(), clock.wallMillis(), store.all(), seen());
    }

    /** How this name server stands with its fellows. */
    public FellowReport report() {
        long now = clock.monotonicNanos();
        return new FellowReport(
                fellows.stream().map(fellow -> fellow.entry(now)).toList());
    }

    /** Decisions that fellows told and that were news. */
    public long learned() {
        return sum(Fellow::learned);
    }

    /** Answers of fellows that were not well-formed. */
    public long malformed() {
        return sum(Fellow::malformed);
    }

    /** Gives the numbers of each fellow. */
    public void forEach(Visitor visitor) {
        for (Fellow fellow : fellows) {
            Divergence divergence = fellow.divergence();
            visitor.visit(
                    fellow.address(),
                    fellow.state() == FellowState.ANSWERING,
                    Duration.ofMillis(fellow.aheadMillis()),
                    divergence.missingHere().size(),
                    divergence.missingThere().size());
        }
    }

    /** Receives the numbers of one fellow. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Takes them.
         *
         * @param ahead what its clock was ahead of the one here, negative when behind
         * @param missingHere brokers that it alone sees
         * @param missingThere brokers that this name server alone sees
         */
        void visit(String address, boolean answering, Duration ahead, int missingHere, int missingThere);
    }

    /** The brokers in the routes; null when they are too many to name. */
    private @Nullable List<SeenBroker> seen() {
        List<SeenBroker> seen = new ArrayList<>();
        for (Group group : routes.groups()) {
            for (Member member : group.members()) {
                seen.add(new SeenBroker(group.cluster(), group.name(), member.id(), member.address()));
            }
        }
        if (seen.size() > FellowNews.MAX_BROKERS) {
            return null;
        }
        seen.sort(null);
        return seen;
    }

    private long sum(ToLongFunction<Fellow> number) {
        return fellows.stream().mapToLong(number).sum();
    }
}
