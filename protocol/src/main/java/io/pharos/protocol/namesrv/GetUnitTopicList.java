package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_UNIT_TOPIC_LIST (311): asks for the topics of units.
 *
 * <p>Answers: 0 with a topic list as the body, or 1 when that is turned off. Source: the original's {@code
 * DefaultRequestProcessor}.
 */
public record GetUnitTopicList() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetUnitTopicList> SPEC =
            new RequestSpec<>(311, "GET_UNIT_TOPIC_LIST", GetUnitTopicList::decode);

    private static GetUnitTopicList decode(Command ignored) {
        return new GetUnitTopicList();
    }

    @Override
    public RequestSpec<GetUnitTopicList> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
