package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_TOPICS_BY_CLUSTER (224): asks for the topics of a cluster.
 *
 * <p>Answers: 0 with a topic list as the body, or 1 when that is turned off. Source: the original's {@code
 * GetTopicsByClusterRequestHeader}.
 *
 * @param cluster not blank
 */
public record GetTopicsByCluster(String cluster) implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetTopicsByCluster> SPEC =
            new RequestSpec<>(224, "GET_TOPICS_BY_CLUSTER", GetTopicsByCluster::decode);

    private static GetTopicsByCluster decode(Command command) {
        FieldReader fields = new FieldReader("GET_TOPICS_BY_CLUSTER", command.ext());
        return new GetTopicsByCluster(fields.text("cluster"));
    }

    @Override
    public RequestSpec<GetTopicsByCluster> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("cluster", cluster).build();
    }
}
