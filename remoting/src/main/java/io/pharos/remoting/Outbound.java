package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Something that another thread wants done on a connection's event loop: a link of an intrusive list. */
final class Outbound {
    /** Follows the last one; marks a connection that takes no more. */
    static final Outbound CLOSED = new Outbound(null, false, null);

    final @Nullable Command command;
    final boolean endsRequest;
    final @Nullable CompletableFuture<Void> written;

    @Nullable
    Outbound next;

    private Outbound(@Nullable Command command, boolean endsRequest, @Nullable CompletableFuture<Void> written) {
        this.command = command;
        this.endsRequest = endsRequest;
        this.written = written;
    }

    /** An answer to an accepted request; null when it was one-way. */
    static Outbound answer(@Nullable Command command) {
        return new Outbound(command, true, null);
    }

    /** A request of this process whose answer is awaited elsewhere. */
    static Outbound call(Command command) {
        return new Outbound(command, false, null);
    }

    /** A one-way request; the future hears when it was written. */
    static Outbound notice(Command command, CompletableFuture<Void> written) {
        return new Outbound(command, false, written);
    }

    void fail(String reason) {
        if (written != null) {
            written.completeExceptionally(new IOException(reason));
        }
    }

    /** The list from {@code last} back to the first, turned round: first in front. */
    static Outbound inOrder(Outbound last) {
        Outbound front = last;
        Outbound rest = last.next;
        front.next = null;
        while (rest != null) {
            Outbound following = rest.next;
            rest.next = front;
            front = rest;
            rest = following;
        }
        return front;
    }
}
