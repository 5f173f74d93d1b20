package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_ALL_TOPIC_LIST_FROM_NAMESERVER (206): asks for the names of all topics.
 *
 * <p>Answers: 0 with a topic list as the body, or 1 when that is turned off. Source: the original's {@code
 * DefaultRequestProcessor}.
 */
public record GetAllTopicList() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetAllTopicList> SPEC =
            new RequestSpec<>(206, "GET_ALL_TOPIC_LIST_FROM_NAMESERVER", GetAllTopicList::decode);

    private static GetAllTopicList decode(Command ignored) {
        return new GetAllTopicList();
    }

    @Override
    public RequestSpec<GetAllTopicList> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
