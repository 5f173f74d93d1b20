package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The body of a route answer (105) and of REGISTER_TOPIC_IN_NAMESRV (217), in either dialect. */
public final class RouteCodec {
    private static final String WHAT = "topic route";

    private RouteCodec() {}

    /** Writes a route. */
    public static byte[] encode(TopicRoute route, JsonDialect dialect) {
        return Json.write(json -> write(json, route, dialect));
    }

    /** Reads a route of either dialect. */
    public static TopicRoute decode(ByteBuffer body) {
        return Json.read(WHAT, body, RouteCodec::read);
    }

    /** Reads the current value of a parser. */
    static TopicRoute read(JsonParser json) throws IOException {
        Members members = new Members();
        Json.object(WHAT, json, members::read);
        return new TopicRoute(
                members.brokers, members.queues, members.filterServers, members.orderTopicConf, members.mappings);
    }

    private static void write(JsonGenerator json, TopicRoute route, JsonDialect dialect) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("brokerDatas");
        for (BrokerData broker : route.brokers()) {
            BrokerDataCodec.write(json, broker, dialect);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("filterServerTable");
        for (Map.Entry<String, List<String>> filter : new TreeMap<>(route.filterServers()).entrySet()) {
            json.writeArrayFieldStart(filter.getKey());
            for (String server : filter.getValue()) {
                json.writeString(server);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
        if (route.orderTopicConf() != null) {
            json.writeStringField("orderTopicConf", route.orderTopicConf());
        }
        json.writeArrayFieldStart("queueDatas");
        for (QueueData queue : route.queues()) {
            json.writeStartObject();
            json.writeStringField("brokerName", queue.brokerName());
            json.writeNumberField("perm", queue.permission());
            json.writeNumberField("readQueueNums", queue.readQueues());
            json.writeNumberField("topicSysFlag", queue.sysFlag());
            json.writeNumberField("writeQueueNums", queue.writeQueues());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (route.mappings() != null) {
            json.writeObjectFieldStart("topicQueueMappingByBroker");
            for (Map.Entry<String, QueueMapping> mapping : new TreeMap<>(route.mappings()).entrySet()) {
                json.writeFieldName(mapping.getKey());
                QueueMappingCodec.write(json, mapping.getValue(), dialect);
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static QueueData queue(JsonParser json) throws IOException {
        String[] broker = new String[1];
        int[] numbers = new int[4];
        Json.object(WHAT, json, (name, value) -> {
            switch (name) {
                case "brokerName" -> broker[0] = Json.text(value);
                case "readQueueNums" -> numbers[0] = Json.integer(WHAT, value);
                case "writeQueueNums" -> numbers[1] = Json.integer(WHAT, value);
                case "perm" -> numbers[2] = Json.integer(WHAT, value);
                case "topicSysFlag" -> numbers[3] = Json.integer(WHAT, value);
                default -> value.skipChildren();
            }
        });
        if (broker[0] == null) {
            throw Json.refused(WHAT, "queue data without brokerName");
        }
        return new QueueData(broker[0], numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    private static final class Members {
        private final List<BrokerData> brokers = new ArrayList<>();
        private final List<QueueData> queues = new ArrayList<>();
        private final Map<String, List<String>> filterServers = new TreeMap<>();
        private @Nullable String orderTopicConf;
        private @Nullable Map<String, QueueMapping> mappings;

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "brokerDatas" -> list(json, value -> brokers.add(BrokerDataCodec.read(value)));
                case "queueDatas" -> list(json, value -> queues.add(queue(value)));
                case "filterServerTable" ->
                    Json.object(WHAT, json, (address, value) -> {
                        List<String> servers = new ArrayList<>();
                        list(value, server -> servers.add(String.valueOf(Json.text(server))));
                        filterServers.put(address, servers);
                    });
                case "orderTopicConf" -> orderTopicConf = Json.text(json);
                case "topicQueueMappingByBroker" -> mappings = mappings(json);
                default -> json.skipChildren();
            }
        }

        private static @Nullable Map<String, QueueMapping> mappings(JsonParser json) throws IOException {
            if (json.currentToken() == JsonToken.VALUE_NULL) {
                return null;
            }
            Map<String, QueueMapping> byBroker = new TreeMap<>();
            Json.object(WHAT, json, (broker, value) -> byBroker.put(broker, QueueMappingCodec.read(value)));
            return byBroker;
        }
    }

    /** Takes the current value of a parser. */
    @FunctionalInterface
    interface Element {
        void read(JsonParser json) throws IOException;
    }

    static void list(JsonParser json, Element element) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw Json.refused(WHAT, "a list is expected, found " + json.currentToken());
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == null) {
                throw Json.refused(WHAT, "a list is not closed");
            }
            element.read(json);
        }
    }
}
