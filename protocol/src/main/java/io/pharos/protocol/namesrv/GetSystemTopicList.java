package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_SYSTEM_TOPIC_LIST_FROM_NS (304): asks for the names of clusters and brokers, which are topics too.
 *
 * <p>Answers: 0 with a topic list as the body. Source: the original's {@code DefaultRequestProcessor}.
 */
public record GetSystemTopicList() implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetSystemTopicList> SPEC =
            new RequestSpec<>(304, "GET_SYSTEM_TOPIC_LIST_FROM_NS", GetSystemTopicList::decode);

    private static GetSystemTopicList decode(Command ignored) {
        return new GetSystemTopicList();
    }

    @Override
    public RequestSpec<GetSystemTopicList> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
