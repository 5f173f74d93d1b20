package io.pharos.nameserver.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the warm-start copy: JSON, one object.
 *
 * <pre>
 * {"format":"pharos-routes","version":1,
 *  "groups":[{"cluster":"c","broker":"b","zone":"z","actingMaster":false,
 *             "members":[{"id":0,"address":"h:1","ha":"h:2","filters":[]}]}],
 *  "topics":{"orders":[[group index, read queues, write queues, permission, system flag], ...]},
 *  "mappings":[{"topic":"st","group":0,"scope":"__global__","total":2,"host":"b","epoch":1,"dirty":false,
 *               "ids":[logical, physical, ...]}]}
 * </pre>
 *
 * <p>A member that is absent is null. Readers refuse another version.
 */
final class WarmCopyFormat {
    static final String NAME = "pharos-routes";
    static final int VERSION = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private WarmCopyFormat() {}

    /** The published state as it is while this runs; each topic and each group is whole in itself. */
    static byte[] write(RouteView view, int capacity) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(capacity);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("format", NAME);
            json.writeNumberField("version", VERSION);
            Map<String, Integer> index = new HashMap<>();
            json.writeArrayFieldStart("groups");
            for (Group group : List.copyOf(view.groups())) {
                index.put(group.name(), index.size());
                writeGroup(json, group);
            }
            json.writeEndArray();
            writeTopics(json, view, index);
            writeMappings(json, view, index);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }

    private static void writeGroup(JsonGenerator json, Group group) throws IOException {
        json.writeStartObject();
        json.writeStringField("cluster", group.cluster());
        json.writeStringField("broker", group.name());
        if (group.data().zoneName() != null) {
            json.writeStringField("zone", group.data().zoneName());
        }
        json.writeBooleanField("actingMaster", group.data().enableActingMaster());
        json.writeArrayFieldStart("members");
        for (Member member : group.members()) {
            json.writeStartObject();
            json.writeNumberField("id", member.id());
            json.writeStringField("address", member.address());
            json.writeStringField("ha", member.haServerAddress());
            json.writeArrayFieldStart("filters");
            for (String filter : member.filterServers()) {
                json.writeString(filter);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeTopics(JsonGenerator json, RouteView view, Map<String, Integer> index) throws IOException {
        json.writeObjectFieldStart("topics");
        for (Topic topic : view.topics()) {
            json.writeArrayFieldStart(topic.name());
            for (int i = 0; i < topic.size(); i++) {
                Integer group = index.get(topic.group(i).name());
                if (group != null) {
                    QueueData queue = topic.queue(i);
                    int[] row = {group, queue.readQueues(), queue.writeQueues(), queue.permission(), queue.sysFlag()};
                    json.writeArray(row, 0, row.length);
                }
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeMappings(JsonGenerator json, RouteView view, Map<String, Integer> index)
            throws IOException {
        json.writeArrayFieldStart("mappings");
        for (Topic topic : view.topics()) {
            for (int i = 0; i < topic.size(); i++) {
                QueueMapping mapping = topic.mapping(i);
                Integer group = index.get(topic.group(i).name());
                if (mapping != null && group != null) {
                    writeMapping(json, topic.name(), group, mapping);
                }
            }
        }
        json.writeEndArray();
    }

    private static void writeMapping(JsonGenerator json, String topic, int group, QueueMapping mapping)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("topic", topic);
        json.writeNumberField("group", group);
        if (mapping.scope() != null) {
            json.writeStringField("scope", mapping.scope());
        }
        json.writeNumberField("total", mapping.totalQueues());
        if (mapping.brokerName() != null) {
            json.writeStringField("host", mapping.brokerName());
        }
        json.writeNumberField("epoch", mapping.epoch());
        json.writeBooleanField("dirty", mapping.dirty());
        json.writeArrayFieldStart("ids");
        for (Map.Entry<Integer, Integer> id : mapping.currIdMap().entrySet()) {
            json.writeNumber(id.getKey());
            json.writeNumber(id.getValue());
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
