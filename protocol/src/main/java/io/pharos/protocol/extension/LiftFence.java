package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * LIFT_FENCE (31002): allows writes again that one fence stopped; others that bear on the same topic go on. An extension.
 *
 * <p>Answers: 0 with the fields of {@link SetFence.Answer} when the decision is on disk and in the routes.
 *
 * @param cluster of the broker; null for any
 * @param brokerName null for a topic everywhere
 * @param topic null for all topics of the broker
 * @param reason why; null or empty for none, at most {@link Decision#MAX_REASON} characters
 */
public record LiftFence(
        @Nullable String cluster,
        @Nullable String brokerName,
        @Nullable String topic,
        @Nullable String reason) implements Request {
    /** Wire identity. */
    public static final RequestSpec<LiftFence> SPEC = new RequestSpec<>(31_002, "LIFT_FENCE", LiftFence::decode);

    private static LiftFence decode(Command command) {
        FieldReader fields = new FieldReader("LIFT_FENCE", command.ext());
        return new LiftFence(
                fields.optionalText("cluster"),
                fields.optionalText("brokerName"),
                fields.optionalText("topic"),
                fields.optionalText("reason"));
    }

    @Override
    public RequestSpec<LiftFence> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("cluster", cluster)
                .put("brokerName", brokerName)
                .put("topic", topic)
                .put("reason", reason)
                .build();
    }
}
