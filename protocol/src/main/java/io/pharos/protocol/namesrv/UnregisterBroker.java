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
        return BrokerFields.read(fields, UnregisterBroker::new);
    }

    @Override
    public RequestSpec<UnregisterBroker> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return BrokerFields.write(brokerName, brokerAddr, clusterName, brokerId).build();
    }
}
