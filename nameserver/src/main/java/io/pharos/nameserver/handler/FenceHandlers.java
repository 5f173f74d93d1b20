package io.pharos.nameserver.handler;

import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.fence.Fencing;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.remoting.Exchange;
import java.util.concurrent.CompletionStage;

/** Stopping and allowing writes. Blocks on the disk. */
final class FenceHandlers {
    private final Fencing fencing;

    FenceHandlers(Fencing fencing) {
        this.fencing = fencing;
    }

    CompletionStage<Reply> stopWrites(WipeWritePermission request, Exchange exchange) {
        return fencing.stopWrites(request.brokerName(), by(exchange))
                .thenApply(count -> Reply.ok(new WipeWritePermission.Answer(count).toExt()));
    }

    CompletionStage<Reply> allowWrites(AddWritePermission request, Exchange exchange) {
        return fencing.allowWrites(request.brokerName(), by(exchange))
                .thenApply(count -> Reply.ok(new AddWritePermission.Answer(count).toExt()));
    }

    CompletionStage<Reply> set(SetFence request, Exchange exchange) {
        return fencing.set(request, by(exchange)).thenApply(FenceHandlers::affected);
    }

    CompletionStage<Reply> lift(LiftFence request, Exchange exchange) {
        return fencing.lift(request, by(exchange)).thenApply(FenceHandlers::affected);
    }

    Reply list() {
        return Reply.ok(fencing.list().encode());
    }

    private static Reply affected(int count) {
        return Reply.ok(new SetFence.Answer(count).toExt());
    }

    private static Decision.By by(Exchange exchange) {
        Who who = Who.of(exchange);
        return new Decision.By(who.peer(), who.credential());
    }
}
