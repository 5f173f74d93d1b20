package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * QUERY_DATA_VERSION (322): a broker asks whether its topics differ from the known ones; counts as a heartbeat.
 *
 * <p>Answers: 0 with an {@link Answer} and the known version as the body. Source: the original's {@code
 * QueryDataVersionRequestHeader}.
 *
 * @param brokerName not blank
 * @param brokerAddr {@code host:port} that clients reach it by
 * @param clusterName not blank
 * @param brokerId 0 for the master, and when not said
 * @param body the data version in JSON, empty for none; shared, not copied
 */
public record QueryDataVersion(String brokerName, String brokerAddr, String clusterName, long brokerId, ByteBuffer body)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<QueryDataVersion> SPEC =
            new RequestSpec<>(322, "QUERY_DATA_VERSION", QueryDataVersion::decode);

    private static QueryDataVersion decode(Command command) {
        FieldReader fields = new FieldReader("QUERY_DATA_VERSION", command.ext());
        return BrokerFields.read(
                fields, (name, addr, cluster, id) -> new QueryDataVersion(name, addr, cluster, id, command.body()));
    }

    @Override
    public RequestSpec<QueryDataVersion> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return BrokerFields.write(brokerName, brokerAddr, clusterName, brokerId).build();
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }

    /**
     * Fields of the answer.
     *
     * @param changed whether the broker must register
     */
    public record Answer(boolean changed) {
        /** Reads them from an answer; a missing field reads as unchanged, as in the original. */
        public static Answer from(ExtFields ext) {
            return new Answer(new FieldReader("QUERY_DATA_VERSION answer", ext).flag("changed"));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.of("changed", Boolean.toString(changed));
        }
    }
}
