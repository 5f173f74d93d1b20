package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The static mapping of a topic, inside registrations and routes. */
final class QueueMappingCodec {
    private static final String WHAT = "static-topic mapping";

    private QueueMappingCodec() {}

    static void write(JsonGenerator json, QueueMapping mapping, JsonDialect dialect) throws IOException {
        json.writeStartObject();
        text(json, "bname", mapping.brokerName());
        IntegerKeys.write(json, "currIdMap", mapping.currIdMap(), dialect);
        json.writeBooleanField("dirty", mapping.dirty());
        json.writeNumberField("epoch", mapping.epoch());
        text(json, "scope", mapping.scope());
        text(json, "topic", mapping.topic());
        json.writeNumberField("totalQueues", mapping.totalQueues());
        json.writeEndObject();
    }

    static QueueMapping read(JsonParser json) throws IOException {
        Members members = new Members();
        Json.object(WHAT, json, members::read);
        return new QueueMapping(
                members.topic,
                members.scope,
                members.totalQueues,
                members.brokerName,
                members.epoch,
                members.dirty,
                members.currIdMap);
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static final class Members {
        private @Nullable String topic;
        private @Nullable String scope;
        private int totalQueues;
        private @Nullable String brokerName;
        private long epoch;
        private boolean dirty;
        private final SortedMap<Integer, Integer> currIdMap = new TreeMap<>();

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "topic" -> topic = Json.text(json);
                case "scope" -> scope = Json.text(json);
                case "totalQueues" -> totalQueues = Json.integer(WHAT, json);
                case "bname" -> brokerName = Json.text(json);
                case "epoch" -> epoch = Json.number(WHAT, json);
                case "dirty" -> dirty = Json.flag(json);
                case "currIdMap" ->
                    Json.object(
                            WHAT,
                            json,
                            (id, value) -> currIdMap.put((int) Json.parse(WHAT, id), Json.integer(WHAT, value)));
                default -> json.skipChildren();
            }
        }
    }
}
