package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/**
 * The bodies of REGISTER_BROKER (103): the bare object of peers before 3.0.11, the JSON object since, and its deflated
 * form ({@link DeflatedRegistration}). Source: the original's {@code RegisterBrokerBody} and {@code
 * DefaultRequestProcessor}.
 */
public final class RegistrationCodec {
    /** Peers below this version send a bare topic table. */
    public static final int FIRST_FULL_VERSION = 37;

    private static final byte ZLIB = 0x78;
    private static final RegistrationDecoder WHOLE = new RegistrationDecoder(UnaryOperator.identity());

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
        return WHOLE.decode(version, compressed, body, null).registration();
    }

    static boolean isLegacy(int version) {
        return version < FIRST_FULL_VERSION;
    }

    static boolean isDeflated(boolean compressed, ByteBuffer body) {
        return compressed || body.get(body.position()) == ZLIB;
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
}
