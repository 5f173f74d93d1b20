package io.pharos.nameserver.handler;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.remoting.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A peer without a socket; handlers answer and never call it. */
final class FakeConnection implements Connection {
    private final long id;
    private boolean open = true;

    FakeConnection(long id) {
        this.id = id;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return "10.0.0.9:" + (40_000 + id);
    }

    @Override
    public long heardNanos() {
        return 0;
    }

    @Override
    public void noticeLossWithin(Duration within) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public CompletableFuture<Command> call(Request request, Duration timeout) {
        throw new AssertionError("a handler called its peer with " + request);
    }

    @Override
    public CompletableFuture<Void> notify(Request request) {
        throw new AssertionError("a handler notified its peer of " + request);
    }

    @Override
    public void close() {
        open = false;
    }
}
