package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * SET_FENCE (31001): stops writes to a broker, a topic on a broker, or a topic everywhere. An extension.
 *
 * <p>Answers: 0 with an {@link Answer} when the decision is on disk and in the routes.
 *
 * @param cluster of the broker; null for the one that it is registered in
 * @param brokerName null for a topic everywhere
 * @param topic null for all topics of the broker
 * @param reason why; not blank, at most {@link Decision#MAX_REASON} characters
 * @param expiresAtMillis from when on it no longer holds, since 1970-01-01 UTC; null for never
 */
public record SetFence(
        @Nullable String cluster,
        @Nullable String brokerName,
        @Nullable String topic,
        String reason,
        @Nullable Long expiresAtMillis)
        implements Request {
    /** Wire identity. */
    public static final RequestSpec<SetFence> SPEC = new RequestSpec<>(31_001, "SET_FENCE", SetFence::decode);

    private static SetFence decode(Command command) {
        FieldReader fields = new FieldReader("SET_FENCE", command.ext());
        return new SetFence(
                fields.optionalText("cluster"),
                fields.optionalText("brokerName"),
                fields.optionalText("topic"),
                fields.text("reason"),
                fields.optionalNumber("expiresAt", 0, Decision.MAX_MILLIS));
    }

    @Override
    public RequestSpec<SetFence> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("cluster", cluster)
                .put("brokerName", brokerName)
                .put("topic", topic)
                .put("reason", reason)
                .put("expiresAt", expiresAtMillis)
                .build();
    }

    /**
     * Fields of the answer.
     *
     * @param affected entries of routes that it bears on now: topics of the broker, or brokers that have the topic
     */
    public record Answer(int affected) {
        /** Reads them from an answer; throws when the count is missing or no number from 0 on. */
        public static Answer from(ExtFields ext) {
            return new Answer((int) new FieldReader("SET_FENCE answer", ext).number("affected", 0, Integer.MAX_VALUE));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.of("affected", Integer.toString(affected));
        }
    }
}
