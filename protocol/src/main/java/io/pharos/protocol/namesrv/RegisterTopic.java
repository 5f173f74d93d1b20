package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * REGISTER_TOPIC_IN_NAMESRV (217): adds queues of a topic to known brokers.
 *
 * <p>Answers: 0. Source: the original's {@code RegisterTopicRequestHeader}.
 *
 * @param topic not blank
 * @param body a route of which the queues matter; shared, not copied
 */
public record RegisterTopic(String topic, ByteBuffer body) implements Request {
    /** Wire identity. */
    public static final RequestSpec<RegisterTopic> SPEC =
            new RequestSpec<>(217, "REGISTER_TOPIC_IN_NAMESRV", RegisterTopic::decode);

    private static RegisterTopic decode(Command command) {
        FieldReader fields = new FieldReader("REGISTER_TOPIC_IN_NAMESRV", command.ext());
        return new RegisterTopic(fields.text("topic"), command.body());
    }

    @Override
    public RequestSpec<RegisterTopic> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("topic", topic).build();
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }
}
