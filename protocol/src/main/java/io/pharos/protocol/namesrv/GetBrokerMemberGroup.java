package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * GET_BROKER_MEMBER_GROUP (901): asks for the members of a broker group.
 *
 * <p>Answers: 0 with the group as the body. Source: the original's {@code GetBrokerMemberGroupRequestHeader}.
 *
 * @param clusterName not blank
 * @param brokerName not blank
 */
public record GetBrokerMemberGroup(String clusterName, String brokerName) implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetBrokerMemberGroup> SPEC =
            new RequestSpec<>(901, "GET_BROKER_MEMBER_GROUP", GetBrokerMemberGroup::decode);

    private static GetBrokerMemberGroup decode(Command command) {
        FieldReader fields = new FieldReader("GET_BROKER_MEMBER_GROUP", command.ext());
        return new GetBrokerMemberGroup(fields.text("clusterName"), fields.text("brokerName"));
    }

    @Override
    public RequestSpec<GetBrokerMemberGroup> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("clusterName", clusterName)
                .put("brokerName", brokerName)
                .build();
    }
}
