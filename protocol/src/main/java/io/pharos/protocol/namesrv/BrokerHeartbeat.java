package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * BROKER_HEARTBEAT (904): a broker is alive. Further fields of the original concern controllers only and are not
 * read.
 *
 * <p>Answers: 0, also for an unknown broker; mostly sent one-way. Source: the original's {@code
 * BrokerHeartbeatRequestHeader}.
 *
 * @param clusterName not blank
 * @param brokerAddr {@code host:port} that clients reach it by
 * @param brokerName not blank
 */
public record BrokerHeartbeat(String clusterName, String brokerAddr, String brokerName) implements Request {
    /** Wire identity. */
    public static final RequestSpec<BrokerHeartbeat> SPEC =
            new RequestSpec<>(904, "BROKER_HEARTBEAT", BrokerHeartbeat::decode);

    private static BrokerHeartbeat decode(Command command) {
        FieldReader fields = new FieldReader("BROKER_HEARTBEAT", command.ext());
        return new BrokerHeartbeat(fields.text("clusterName"), fields.text("brokerAddr"), fields.text("brokerName"));
    }

    @Override
    public RequestSpec<BrokerHeartbeat> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("clusterName", clusterName)
                .put("brokerAddr", brokerAddr)
                .put("brokerName", brokerName)
                .build();
    }
}
