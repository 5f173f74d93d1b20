package io.pharos.nameserver.fellow;

import io.pharos.base.Clock;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.Group;
import io.pharos.nameserver.route.Member;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.auth.Signatures;
import io.pharos.protocol.auth.SignedRequest;
import io.pharos.protocol.extension.FellowNews;
import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.extension.SeenBroker;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.ResponseCode;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Asks the configured fellows for their decisions and the brokers that they see, and answers the same. A fellow that is
 * away delays news and nothing else.
 *
 * <p>Thread-safe, but for {@link #poll}, which belongs on the executor.
 */
public final class Fellows {
    private static final int NONCE_BYTES = 16;

    private final List<Fellow> fellows;
    private final Asker asker;
    private final @Nullable Supplier<Credential> credential;
    private final SecureRandom random = new SecureRandom();
    private final FenceStore store;
    private final Routes routes;
    private final Clock clock;
    private final Executor executor;

    /** Sends a request to a fellow. */
    @FunctionalInterface
    public interface Asker {

        /** Gives the answer whatever its code, or fails when there is none; never blocks. */
        CompletableFuture<Command> ask(String address, Request request);
    }

    /**
     * Knows of the fellows and asks nobody yet.
     *
     * @param addresses {@code host:port} of each, without doubles; this name server's own may be among them
     * @param credential what is asked and answered is signed with, and answers must be; null for no signatures
     * @param executor one thread, which may block on the disk
     */
    public Fellows(
            List<String> addresses,
            Asker asker,
            @Nullable Supplier<Credential> credential,
            FenceStore store,
            Routes routes,
            Clock clock,
            Executor executor) {
        this.fellows =
                addresses.stream().map(address -> new Fellow(address, store)).toList();
        this.asker = asker;
        this.credential = credential;
        this.store = store;
        this.routes = routes;
        this.clock = clock;
        this.executor = executor;
    }

    /** Asks each fellow whose last answer is there. Call it at the start and then periodically, on the executor. */
    public void poll() {
        for (Fellow fellow : fellows) {
            if (fellow.ask(clock.monotonicNanos())) {
                Credential signer = credential == null ? null : credential.get();
                GetDecisions question = new GetDecisions(signer == null ? null : newNonce());
                Request request = signer == null ? question : new SignedRequest(question, signer);
                CompletableFuture<Command> unused = asker.ask(fellow.address(), request)
                        .whenCompleteAsync(
                                (answer, failure) -> {
                                    if (failure != null) {
                                        fellow.absent(failure);
                                    } else if (signer != null && !isSigned(answer, question, signer)) {
                                        fellow.unsigned(answer);
                                    } else {
                                        fellow.answered(answer, seen(), clock.monotonicNanos());
                                    }
                                },
                                executor);
            }
        }
    }

    /** The answer to a fellow. */
    public Reply answer(GetDecisions request) {
        byte[] body = new FellowNews(store.node(), clock.wallMillis(), store.all(), seen()).encode();
        ExtFields fields = GetDecisions.Answer.to(request).toExt();
        return Reply.ok(
                credential == null ? fields : Signatures.signed(fields, ByteBuffer.wrap(body), credential.get()), body);
    }

    /** Whether an answer is to this question, and from somebody who has the secret. Refusals say nothing to be signed. */
    private static boolean isSigned(Command answer, GetDecisions question, Credential signer) {
        return answer.code() != ResponseCode.SUCCESS
                || (GetDecisions.Answer.decode(answer.ext()).equals(GetDecisions.Answer.to(question))
                        && Signatures.areSigned(answer.ext(), answer.body(), signer));
    }

    private String newNonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
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

    /** Answers of fellows that were not signed as they must be. */
    public long unsigned() {
        return sum(Fellow::unsigned);
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
