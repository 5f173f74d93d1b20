package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * UNREGISTER_BROKER (104): a broker leaves.
 *
 * <p>Answers: 0, also for an unknown broker. Source: the original's {@code UnRegisterBrokerRequestHeader}.
 *
 * @param brokerName not blank
 * @param brokerAddr {@code host:port} that clients reach it by
 * @param clusterName not blank
 * @param brokerId 0 for the master, and when not said
 */
public record UnregisterBroker(String brokerName, String brokerAddr, String clusterName, long brokerId)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<UnregisterBroker> SPEC =
            new RequestSpec<>(104, "UNREGISTER_BROKER", UnregisterBroker::decode);

    private static UnregisterBroker decode(Command command) {
        FieldReader fields = new FieldReader("UNREGISTER_BROKER", command.ext());
        return new UnregisterBroker(
                fields.text("brokerName"),
                fields.text("brokerAddr"),
                fields.text("clusterName"),
                fields.numberOr("brokerId", 0));
    }

    @Override
    public RequestSpec<UnregisterBroker> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("brokerName", brokerName)
                .put("brokerAddr", brokerAddr)
                .put("clusterName", clusterName)
                .put("brokerId", brokerId)
                .build();
    }
}
