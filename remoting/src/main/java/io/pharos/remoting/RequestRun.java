package io.pharos.remoting;

import io.netty.buffer.ByteBuf;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One accepted request on its way to its answer: holds the body's buffer as long as the handler may read it. */
final class RequestRun implements Consumer<Reply> {
    private final ConnectionHandler handler;
    private final ChannelConnection connection;
    private final @Nullable ByteBuf body;
    private final int code;
    private final int opaque;
    private final boolean oneWay;
    private final long startNanos;

    RequestRun(
            ConnectionHandler handler,
            ChannelConnection connection,
            @Nullable ByteBuf body,
            Command command,
            long startNanos) {
        this.handler = handler;
        this.connection = connection;
        this.body = body;
        this.code = command.code();
        this.opaque = command.opaque();
        this.oneWay = command.isOneWay();
        this.startNanos = startNanos;
    }

    @Override
    public void accept(Reply reply) {
        try {
            handler.answered(this, reply);
        } finally {
            if (body != null) {
                body.release();
            }
        }
    }

    ChannelConnection connection() {
        return connection;
    }

    int code() {
        return code;
    }

    int opaque() {
        return opaque;
    }

    boolean isOneWay() {
        return oneWay;
    }

    long startNanos() {
        return startNanos;
    }
}
