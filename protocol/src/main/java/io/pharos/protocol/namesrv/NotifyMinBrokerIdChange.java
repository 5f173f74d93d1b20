package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * NOTIFY_MIN_BROKER_ID_CHANGE (905): a name server tells a group's members that their smallest id changed.
 *
 * <p>Answers: none, it is sent one-way. Source: the original's {@code NotifyMinBrokerIdChangeRequestHeader}.
 *
 * @param minBrokerId the new smallest id
 * @param brokerName never set by the original
 * @param minBrokerAddr address of that member
 * @param offlineBrokerAddr the member that left; null when one came
 * @param haBrokerAddr replication address of the member that came; null when one left
 */
public record NotifyMinBrokerIdChange(
        @Nullable Long minBrokerId,
        @Nullable String brokerName,
        @Nullable String minBrokerAddr,
        @Nullable String offlineBrokerAddr,
        @Nullable String haBrokerAddr)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<NotifyMinBrokerIdChange> SPEC =
            new RequestSpec<>(905, "NOTIFY_MIN_BROKER_ID_CHANGE", NotifyMinBrokerIdChange::decode);

    private static NotifyMinBrokerIdChange decode(Command command) {
        FieldReader fields = new FieldReader("NOTIFY_MIN_BROKER_ID_CHANGE", command.ext());
        return new NotifyMinBrokerIdChange(
                fields.optionalNumber("minBrokerId", Long.MIN_VALUE, Long.MAX_VALUE),
                fields.optionalText("brokerName"),
                fields.optionalText("minBrokerAddr"),
                fields.optionalText("offlineBrokerAddr"),
                fields.optionalText("haBrokerAddr"));
    }

    @Override
    public RequestSpec<NotifyMinBrokerIdChange> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("minBrokerId", minBrokerId)
                .put("brokerName", brokerName)
                .put("minBrokerAddr", minBrokerAddr)
                .put("offlineBrokerAddr", offlineBrokerAddr)
                .put("haBrokerAddr", haBrokerAddr)
                .build();
    }
}
