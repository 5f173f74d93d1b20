package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * DELETE_TOPIC_IN_NAMESRV (216): removes a topic's route.
 *
 * <p>Answers: 0, also for an unknown topic. Source: the original's {@code DeleteTopicFromNamesrvRequestHeader}.
 *
 * @param topic not blank
 * @param clusterName to remove it from this cluster only; null or empty for all
 */
public record DeleteTopic(String topic, @Nullable String clusterName) implements Request {
    /** Wire identity. */
    public static final RequestSpec<DeleteTopic> SPEC =
            new RequestSpec<>(216, "DELETE_TOPIC_IN_NAMESRV", DeleteTopic::decode);

    private static DeleteTopic decode(Command command) {
        FieldReader fields = new FieldReader("DELETE_TOPIC_IN_NAMESRV", command.ext());
        return new DeleteTopic(fields.text("topic"), fields.optionalText("clusterName"));
    }

    @Override
    public RequestSpec<DeleteTopic> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("topic", topic)
                .put("clusterName", clusterName)
                .build();
    }
}
