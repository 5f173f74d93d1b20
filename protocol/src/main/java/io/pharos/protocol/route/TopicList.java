package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the topic lists (206, 224, 304, 311, 312, 313). Deeply immutable.
 *
 * @param topics names
 * @param brokerAddr a broker that can tell more (304); null for none
 */
public record TopicList(List<String> topics, @Nullable String brokerAddr) {
    private static final String WHAT = "topic list";

    /** Copies the list. */
    public TopicList {
        topics = List.copyOf(topics);
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            if (brokerAddr != null) {
                json.writeStringField("brokerAddr", brokerAddr);
            }
            json.writeArrayFieldStart("topicList");
            for (String topic : topics) {
                json.writeString(topic);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Reads a body. */
    public static TopicList decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            List<String> topics = new ArrayList<>();
            String[] address = new String[1];
            Json.object(WHAT, json, (name, value) -> {
                switch (name) {
                    case "topicList" -> RouteCodec.list(value, topic -> topics.add(String.valueOf(Json.text(topic))));
                    case "brokerAddr" -> address[0] = Json.text(value);
                    default -> value.skipChildren();
                }
            });
            return new TopicList(topics, address[0]);
        });
    }
}
