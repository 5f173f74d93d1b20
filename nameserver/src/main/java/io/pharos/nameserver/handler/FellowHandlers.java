package io.pharos.nameserver.handler;

import io.pharos.nameserver.fellow.Fellows;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.frame.Reply;

/** Questions of fellow name servers, and about them. */
final class FellowHandlers {
    private final Fellows fellows;

    FellowHandlers(Fellows fellows) {
        this.fellows = fellows;
    }

    Reply decisions(GetDecisions request) {
        return fellows.answer(request);
    }

    Reply divergence() {
        return Reply.ok(fellows.report().encode());
    }
}
