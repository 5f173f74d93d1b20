package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST (313): asks for the topics outside units that have a unit subscription.
 *
 * <p>Answers: 0 with a topic list as the body, or 1 when that is turned off. Source: the original's {@code
 * DefaultRequestProcessor}.
 */
public record GetHasUnitSubUnunitTopicList() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetHasUnitSubUnunitTopicList> SPEC =
            new RequestSpec<>(313, "GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST", GetHasUnitSubUnunitTopicList::decode);

    private static GetHasUnitSubUnunitTopicList decode(Command ignored) {
        return new GetHasUnitSubUnunitTopicList();
    }

    @Override
    public RequestSpec<GetHasUnitSubUnunitTopicList> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
