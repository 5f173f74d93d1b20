package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of REGISTER_BROKER (103): the bare object of peers before 3.0.11, the JSON object since, and its deflated
 * form ({@link DeflatedRegistration}). Source: the original's {@code RegisterBrokerBody} and {@code
 * DefaultRequestProcessor}.
 */
public final class RegistrationCodec {
    /** Peers below this version send a bare topic table. */
    public static final int FIRST_FULL_VERSION = 37;

    private static final String WHAT = "registration body";
    private static final byte ZLIB = 0x78;

    private RegistrationCodec() {}

    /**
     * Reads a body.
     *
     * @param version of the sender, from the frame
     * @param compressed as the header says; a deflated body is known by its first byte all the same, because stock
     *     brokers say false for it
     * @param body from position to limit, which are not moved
     * @throws io.pharos.protocol.frame.RequestFailed naming what is wrong
     */
    public static Registration decode(int version, boolean compressed, ByteBuffer body) {
        if (!body.hasRemaining()) {
            return Registration.EMPTY;
        }
        byte[] bytes = Json.bytes(body);
        if (version < FIRST_FULL_VERSION) {
            return Json.read(WHAT, bytes, 0, bytes.length, json -> {
                Wrapper wrapper = new Wrapper();
                Json.object(WHAT, json, wrapper::read);
                return wrapper.toRegistration(null);
            });
        }
        if (compressed || bytes[0] == ZLIB) {
            return DeflatedRegistration.decode(bytes);
        }
        return Json.read(WHAT, bytes, 0, bytes.length, RegistrationCodec::readFull);
    }

    /**
     * Writes the JSON form as stock 5.x brokers do.
     *
     * @param mappingMillis the time that they stamp into {@code mappingDataVersion}
     */
    public static byte[] encodePlain(Registration registration, long mappingMillis) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("filterServerList");
            for (String server : filterServers(registration)) {
                json.writeString(server);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("topicConfigSerializeWrapper");
            json.writeFieldName("dataVersion");
            DataVersionCodec.write(json, registration.dataVersion());
            json.writeFieldName("mappingDataVersion");
            DataVersionCodec.write(json, new DataVersion(0, mappingMillis, 0));
            writeTopics(json, registration.topics());
            json.writeObjectFieldStart("topicQueueMappingDetailMap");
            json.writeEndObject();
            json.writeObjectFieldStart("topicQueueMappingInfoMap");
            for (Map.Entry<String, QueueMapping> mapping :
                    registration.mappings().entrySet()) {
                json.writeFieldName(mapping.getKey());
                QueueMappingCodec.write(json, mapping.getValue(), JsonDialect.UNQUOTED_KEYS);
            }
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Writes the form of peers before 3.0.11, which carries neither mappings nor filter servers. */
    public static byte[] encodeLegacy(Registration registration) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeFieldName("dataVersion");
            DataVersionCodec.write(json, registration.dataVersion());
            writeTopics(json, registration.topics());
            json.writeEndObject();
        });
    }

    /**
     * Writes the deflated form.
     *
     * @param withMappings whether the section of static mappings follows, as peers from 5.0 write it
     */
    public static byte[] encodeDeflated(Registration registration, boolean withMappings) {
        return DeflatedRegistration.encode(registration, withMappings);
    }

    /** The {@code bodyCrc32} of a body: CRC-32 without its sign bit; 0 for no body. */
    public static int crc32(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        return (int) (crc.getValue() & Integer.MAX_VALUE);
    }

    static List<String> filterServers(Registration registration) {
        List<String> servers = registration.filterServers();
        return servers == null ? List.of() : servers;
    }

    static List<String> readFilterServers(JsonParser json) throws IOException {
        List<String> servers = new ArrayList<>();
        RouteCodec.list(json, server -> servers.add(String.valueOf(Json.text(server))));
        return servers;
    }

    private static Registration readFull(JsonParser json) throws IOException {
        Wrapper wrapper = new Wrapper();
        List<String> filters = new ArrayList<>();
        Json.object(WHAT, json, (name, value) -> {
            switch (name) {
                case "filterServerList" -> filters.addAll(readFilterServers(value));
                case "topicConfigSerializeWrapper" -> {
                    if (value.currentToken() == JsonToken.VALUE_NULL) {
                        throw Json.refused(WHAT, "topicConfigSerializeWrapper is null; leave it out or fill it");
                    }
                    Json.object(WHAT, value, wrapper::read);
                }
                default -> value.skipChildren();
            }
        });
        return wrapper.toRegistration(filters);
    }

    private static void writeTopics(JsonGenerator json, Map<String, TopicConfig> topics) throws IOException {
        json.writeObjectFieldStart("topicConfigTable");
        for (TopicConfig topic : topics.values()) {
            json.writeObjectFieldStart(topic.name());
            json.writeObjectFieldStart("attributes");
            for (Map.Entry<String, String> attribute : topic.attributes().entrySet()) {
                json.writeStringField(attribute.getKey(), attribute.getValue());
            }
            json.writeEndObject();
            json.writeBooleanField("order", topic.order());
            json.writeNumberField("perm", topic.permission());
            json.writeNumberField("readQueueNums", topic.readQueues());
            json.writeStringField("topicFilterType", topic.filterType());
            json.writeStringField("topicName", topic.name());
            json.writeNumberField("topicSysFlag", topic.sysFlag());
            json.writeNumberField("writeQueueNums", topic.writeQueues());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /** The members of the topic table and what surrounds it. */
    private static final class Wrapper {
        private DataVersion dataVersion = DataVersion.NONE;
        private final Map<String, TopicConfig> topics = new LinkedHashMap<>();
        private final Map<String, QueueMapping> mappings = new LinkedHashMap<>();

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "dataVersion" -> dataVersion = DataVersionCodec.read(json);
                case "topicConfigTable" -> Json.object(WHAT, json, this::readTopic);
                case "topicQueueMappingInfoMap" ->
                    Json.object(WHAT, json, (topic, value) -> mappings.put(topic, QueueMappingCodec.read(value)));
                default -> json.skipChildren();
            }
        }

        Registration toRegistration(@Nullable List<String> filters) {
            return new Registration(dataVersion, topics, mappings, filters);
        }

        private void readTopic(String key, JsonParser json) throws IOException {
            TopicConfig topic = TopicConfigReader.read(key, json);
            topics.put(topic.name(), topic);
        }
    }
}
