package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_HAS_UNIT_SUB_TOPIC_LIST (312): asks for the topics with a unit subscription.
 *
 * <p>Answers: 0 with a topic list as the body, or 1 when that is turned off. Source: the original's {@code
 * DefaultRequestProcessor}.
 */
public record GetHasUnitSubTopicList() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetHasUnitSubTopicList> SPEC =
            new RequestSpec<>(312, "GET_HAS_UNIT_SUB_TOPIC_LIST", GetHasUnitSubTopicList::decode);

    private static GetHasUnitSubTopicList decode(Command ignored) {
        return new GetHasUnitSubTopicList();
    }

    @Override
    public RequestSpec<GetHasUnitSubTopicList> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
