package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * REGISTER_BROKER (103): a broker tells its identity, addresses and topics. Sent every 10 to 60 seconds and at
 * each change of a topic.
 *
 * <p>Answers: 0 with an {@link Answer} and perhaps the ordered-topic table as the body, or 1. Source: the
 * original's {@code RegisterBrokerRequestHeader} and, for the zone, {@code BrokerOuterAPI}.
 *
 * @param brokerName not blank
 * @param brokerAddr {@code host:port} that clients reach it by
 * @param clusterName not blank
 * @param haServerAddr {@code host:port} of replication; null when not said
 * @param brokerId 0 for the master; -1 from a broker of a DLedger group whose role is not decided yet
 * @param heartbeatTimeoutMillis silence after which the broker counts as gone, 1000 to 3600000 ms; null for the name
 *      server's default
 * @param enableActingMaster whether the smallest slave may stand in for a lost master; null from brokers before 5.0
 * @param compressed whether the body is deflated
 * @param bodyCrc32 CRC-32 of the raw body without its highest bit; 0 for unchecked
 * @param zoneName zone of the broker; null for none
 * @param body the registration in a form that depends on version and {@code compressed}; shared, not copied
 */
public record RegisterBroker(
        String brokerName,
        String brokerAddr,
        String clusterName,
        @Nullable String haServerAddr,
        long brokerId,
        @Nullable Long heartbeatTimeoutMillis,
        @Nullable Boolean enableActingMaster,
        boolean compressed,
        int bodyCrc32,
        @Nullable String zoneName,
        ByteBuffer body)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<RegisterBroker> SPEC =
            new RequestSpec<>(103, "REGISTER_BROKER", RegisterBroker::decode);

    private static final long MIN_HEARTBEAT_TIMEOUT_MILLIS = 1_000;
    private static final long MAX_HEARTBEAT_TIMEOUT_MILLIS = 3_600_000;

    private static RegisterBroker decode(Command command) {
        FieldReader fields = new FieldReader("REGISTER_BROKER", command.ext());
        return BrokerFields.readWithId(
                fields,
                (name, addr, cluster, id) -> new RegisterBroker(
                        name,
                        addr,
                        cluster,
                        fields.optionalText("haServerAddr"),
                        id,
                        fields.optionalNumber(
                                "heartbeatTimeoutMillis", MIN_HEARTBEAT_TIMEOUT_MILLIS, MAX_HEARTBEAT_TIMEOUT_MILLIS),
                        fields.optionalFlag("enableActingMaster"),
                        fields.flag("compressed"),
                        fields.intOr("bodyCrc32", 0),
                        fields.optionalText("__ZONE_NAME"),
                        command.body()));
    }

    @Override
    public RequestSpec<RegisterBroker> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return BrokerFields.write(brokerName, brokerAddr, clusterName, brokerId)
                .put("haServerAddr", haServerAddr)
                .put("heartbeatTimeoutMillis", heartbeatTimeoutMillis)
                .put("enableActingMaster", enableActingMaster)
                .put("compressed", compressed)
                .put("bodyCrc32", bodyCrc32)
                .put("__ZONE_NAME", zoneName)
                .build();
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }

    /**
     * Fields of the answer, both absent for a master.
     *
     * @param haServerAddr replication address of the group's master; null when there is none
     * @param masterAddr address of the group's master; null when there is none
     */
    public record Answer(
            @Nullable String haServerAddr, @Nullable String masterAddr) {
        /** Reads them from an answer. */
        public static Answer from(ExtFields ext) {
            FieldReader fields = new FieldReader("REGISTER_BROKER answer", ext);
            return new Answer(fields.optionalText("haServerAddr"), fields.optionalText("masterAddr"));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.builder()
                    .put("haServerAddr", haServerAddr)
                    .put("masterAddr", masterAddr)
                    .build();
        }
    }
}
