package io.pharos.remoting;

import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * Answers one kind of request. Where it runs is said when it is entered in a {@link RequestTable}.
 *
 * @param <Q> the request's record
 */
@FunctionalInterface
public interface Handler<Q extends Request> {

    /**
     * Answers a request.
     *
     * @return the answer, now or later; a {@link io.pharos.protocol.frame.RequestFailed}, thrown or in the stage,
     *     becomes its code and remark, anything else a SYSTEM_ERROR with a log line
     */
    CompletionStage<Reply> handle(Q request, Exchange exchange);

    /** A handler that has its answer at once. */
    static <Q extends Request> Handler<Q> answering(BiFunction<Q, Exchange, Reply> answer) {
        return (request, exchange) -> CompletableFuture.completedFuture(answer.apply(request, exchange));
    }
}
