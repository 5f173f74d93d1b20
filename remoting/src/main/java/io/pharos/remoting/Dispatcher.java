package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a request to its handler and makes an answer of whatever comes back. Knows no socket, so a server's requests
 * can be driven without one. Thread-safe.
 *
 * <p>Remarks of codes 2 and 3 are the original's, because tools show them (source: {@code NettyRemotingAbstract}).
 */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Reply BUSY =
            Reply.failed(ResponseCode.SYSTEM_BUSY, "[OVERLOAD]system busy, start flow control for a while");

    private final RequestTable table;
    private final LogLimiter noise;

    /**
     * Creates a dispatcher for a table.
     *
     * @param noise bounds the log lines of requests that fail by a fault of this program: a peer may repeat them
     */
    public Dispatcher(RequestTable table, LogLimiter noise) {
        this.table = table;
        this.noise = noise;
    }

    /**
     * Answers a request; handlers that are declared for the event loop run on the calling thread.
     *
     * @return completes with the answer, never exceptionally; also for a one-way request, whose answer is not sent
     */
    public CompletionStage<Reply> dispatch(Connection connection, Command command) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        dispatch(connection, command, answer::complete);
        return answer;
    }

    /** Gives the answer to {@code sink} exactly once, on the calling thread or any other. */
    void dispatch(Connection connection, Command command, Consumer<Reply> sink) {
        RequestTable.Route<?> route = table.find(command.code());
        if (route == null) {
            sink.accept(Reply.failed(
                    ResponseCode.REQUEST_CODE_NOT_SUPPORTED, " request type " + command.code() + " not supported"));
        } else if (route.gate() == null) {
            enter(route, connection, command, null, sink);
        } else {
            // Before the request takes a place in a queue.
            String credential;
            try {
                credential = route.gate().check(connection, command);
            } catch (RuntimeException failure) {
                sink.accept(replyTo(failure, route, connection));
                return;
            }
            enter(route, connection, command, credential, sink);
        }
    }

    private void enter(
            RequestTable.Route<?> route,
            Connection connection,
            Command command,
            @Nullable String credential,
            Consumer<Reply> sink) {
        if (route.executor() == null) {
            run(route, connection, command, credential, sink);
            return;
        }
        try {
            route.executor().execute(() -> run(route, connection, command, credential, sink));
        } catch (RejectedExecutionException full) {
            sink.accept(BUSY);
        }
    }

    private void run(
            RequestTable.Route<?> route,
            Connection connection,
            Command command,
            @Nullable String credential,
            Consumer<Reply> sink) {
        CompletionStage<Reply> stage;
        try {
            stage = route.answer(connection, command, credential);
        } catch (RuntimeException | Error failure) {
            sink.accept(replyTo(failure, route, connection));
            return;
        }
        if (stage instanceof CompletableFuture<Reply> future && future.isDone() && !future.isCompletedExceptionally()) {
            sink.accept(orFailed(future.join(), null, route, connection));
        } else if (stage == null) {
            sink.accept(orFailed(null, null, route, connection));
        } else {
            stage.whenComplete((reply, failure) -> sink.accept(orFailed(reply, failure, route, connection)));
        }
    }

    private Reply orFailed(
            @Nullable Reply reply, @Nullable Throwable failure, RequestTable.Route<?> route, Connection connection) {
        if (failure != null) {
            return replyTo(failure, route, connection);
        }
        return reply != null
                ? reply
                : replyTo(new IllegalStateException("the handler gave no answer"), route, connection);
    }

    private Reply replyTo(Throwable failure, RequestTable.Route<?> route, Connection connection) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof RequestFailed refusal) {
            return Reply.failed(refusal.code(), refusal.remark());
        }
        if (cause instanceof RejectedExecutionException) {
            return BUSY;
        }
        String name = route.spec().name();
        if (noise.allows()) {
            LOG.error("request failed request=[{}] peer=[{}]", name, Quoted.bounded(connection.peer()), cause);
        }
        return Reply.failed(ResponseCode.SYSTEM_ERROR, name + " failed inside the server; its log has the cause");
    }
}
