package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.Quoted;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one entry of a topic table. Missing members have the original's defaults. */
final class TopicConfigReader {
    static final int DEFAULT_QUEUES = 16;
    static final int DEFAULT_PERMISSION = Permission.READ | Permission.WRITE;
    static final String DEFAULT_FILTER = "SINGLE_TAG";
    private static final String WHAT = "registration body";

    private @Nullable String name;
    private int readQueues = DEFAULT_QUEUES;
    private int writeQueues = DEFAULT_QUEUES;
    private int permission = DEFAULT_PERMISSION;
    private int sysFlag;
    private boolean order;
    private String filterType = DEFAULT_FILTER;
    private Map<String, String> attributes = Map.of();

    private TopicConfigReader() {}

    static TopicConfig read(String key, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw Json.refused(WHAT, "topic[" + Quoted.bounded(key) + "] is no object");
        }
        TopicConfigReader topic = new TopicConfigReader();
        for (String member = json.nextFieldName(); member != null; member = json.nextFieldName()) {
            json.nextToken();
            topic.member(member, json);
        }
        String name = topic.name;
        if (name == null || name.isEmpty()) {
            throw Json.refused(WHAT, "topic[" + Quoted.bounded(key) + "] has no topicName");
        }
        if (!name.equals(key)) {
            throw Json.refused(
                    WHAT,
                    "topic[" + Quoted.bounded(key) + "] has topicName[" + Quoted.bounded(name) + "]; they must agree");
        }
        return new TopicConfig(
                name,
                topic.readQueues,
                topic.writeQueues,
                topic.permission,
                topic.sysFlag,
                topic.order,
                topic.filterType,
                topic.attributes);
    }

    private void member(String member, JsonParser json) throws IOException {
        switch (member) {
            case "topicName" -> name = Json.text(json);
            case "readQueueNums" -> readQueues = Json.integer(WHAT, json);
            case "writeQueueNums" -> writeQueues = Json.integer(WHAT, json);
            case "perm" -> permission = Json.integer(WHAT, json);
            case "topicSysFlag" -> sysFlag = Json.integer(WHAT, json);
            case "order" -> order = Json.flag(json);
            case "topicFilterType" -> {
                String text = Json.text(json);
                filterType = text == null || text.equals(DEFAULT_FILTER) ? DEFAULT_FILTER : text;
            }
            case "attributes" -> attributes = attributes(json);
            default -> json.skipChildren();
        }
    }

    static Map<String, String> attributes(JsonParser json) throws IOException {
        Map<String, String> read = new HashMap<>();
        Json.object(WHAT, json, (key, value) -> {
            String text = Json.text(value);
            if (text != null) {
                read.put(key, text);
            }
        });
        return read.isEmpty() ? Map.of() : read;
    }
}
