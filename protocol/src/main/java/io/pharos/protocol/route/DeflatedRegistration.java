package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The deflated body of a registration: one zlib stream over
 *
 * <pre>
 * int32 length, DataVersion JSON
 * int32 count, then per topic: int32 length, "name read write perm filterType attributesJson"
 * int32 length, JSON list of filter servers
 * int32 count, then per static mapping: int32 length, JSON        (peers from 5.0)
 * </pre>
 *
 * <p>Inflating stops at {@link #MAX_INFLATED} bytes, and no length or count leads to memory that has not been earned by
 * bytes.
 */
final class DeflatedRegistration {
    /** Inflated bytes at most; 50,000 topics take a tenth of it. */
    static final int MAX_INFLATED = 64 * 1024 * 1024;

    /** Bytes of one block at most: a topic with its attributes, the filter servers, a mapping. */
    static final int MAX_BLOCK = 4 * 1024 * 1024;

    private static final String WHAT = "deflated registration body";
    private static final int NAME_TO_FILTER = 5;
    private static final int WITH_ATTRIBUTES = 6;

    private DeflatedRegistration() {}

    static Registration decode(byte[] deflated) {
        // Closed, because an inflater holds memory outside the heap.
        try (InflaterInputStream inflating = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            Input input = new Input(inflating);
            byte[] version = input.block();
            DataVersion dataVersion = Json.read(WHAT, version, 0, version.length, DataVersionCodec::read);
            Map<String, TopicConfig> topics = new LinkedHashMap<>();
            for (int count = input.count(); count > 0; count--) {
                TopicConfig topic = topic(new String(input.block(), StandardCharsets.UTF_8));
                topics.put(topic.name(), topic);
            }
            byte[] filters = input.block();
            List<String> filterServers = filters.length == 0
                    ? new ArrayList<>()
                    : Json.read(WHAT, filters, 0, filters.length, RegistrationCodec::readFilterServers);
            return new Registration(dataVersion, topics, mappings(input), filterServers);
        } catch (EOFException tooShort) {
            throw Json.refused(WHAT, "it ends too early");
        } catch (IOException damaged) {
            throw Json.refused(WHAT, "it cannot be inflated: " + Quoted.bounded(String.valueOf(damaged.getMessage())));
        }
    }

    static byte[] encode(Registration registration, boolean withMappings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            block(out, DataVersionCodec.encode(registration.dataVersion()));
            out.writeInt(registration.topics().size());
            for (TopicConfig topic : registration.topics().values()) {
                block(out, line(topic).getBytes(StandardCharsets.UTF_8));
            }
            block(out, Json.write(json -> {
                json.writeStartArray();
                for (String server : RegistrationCodec.filterServers(registration)) {
                    json.writeString(server);
                }
                json.writeEndArray();
            }));
            if (withMappings) {
                out.writeInt(registration.mappings().size());
                for (QueueMapping mapping : registration.mappings().values()) {
                    block(out, Json.write(json -> QueueMappingCodec.write(json, mapping, JsonDialect.UNQUOTED_KEYS)));
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static Map<String, QueueMapping> mappings(Input input) throws IOException {
        Map<String, QueueMapping> mappings = new LinkedHashMap<>();
        Integer count = input.countUnlessEnded();
        for (int left = count == null ? 0 : count; left > 0; left--) {
            byte[] block = input.block();
            QueueMapping mapping = Json.read(WHAT, block, 0, block.length, QueueMappingCodec::read);
            String topic = mapping.topic();
            if (topic == null) {
                throw Json.refused(WHAT, "a static mapping has no topic");
            }
            mappings.put(topic, mapping);
        }
        return mappings;
    }

    private static TopicConfig topic(String line) {
        String[] parts = line.split(" ", WITH_ATTRIBUTES);
        if (parts.length < NAME_TO_FILTER || parts[0].isEmpty()) {
            throw Json.refused(
                    WHAT, "topic line[" + Quoted.bounded(line) + "] needs a name, numbers and a filter type");
        }
        return new TopicConfig(
                parts[0],
                number(parts[1]),
                number(parts[2]),
                number(parts[3]),
                0,
                false,
                parts[4].equals(TopicConfigReader.DEFAULT_FILTER) ? TopicConfigReader.DEFAULT_FILTER : parts[4],
                parts.length < WITH_ATTRIBUTES ? Map.of() : attributes(parts[5]));
    }

    private static int number(String text) {
        long value = Json.parse(WHAT, text);
        if (value != (int) value) {
            throw Json.refused(WHAT, value + " does not fit into 32 bits");
        }
        return (int) value;
    }

    /** Attributes that do not parse are left out, as the original does: routes do not need them. */
    private static Map<String, String> attributes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return Json.read(
                    WHAT,
                    bytes,
                    0,
                    bytes.length,
                    json -> json.currentToken() == JsonToken.START_OBJECT
                            ? TopicConfigReader.attributes(json)
                            : Map.of());
        } catch (RequestFailed notJson) {
            return Map.of();
        }
    }

    private static String line(TopicConfig topic) {
        String attributes = new String(
                Json.write(json -> {
                    json.writeStartObject();
                    for (Map.Entry<String, String> entry : topic.attributes().entrySet()) {
                        json.writeStringField(entry.getKey(), entry.getValue());
                    }
                    json.writeEndObject();
                }),
                StandardCharsets.UTF_8);
        return String.join(
                " ",
                topic.name(),
                Integer.toString(topic.readQueues()),
                Integer.toString(topic.writeQueues()),
                Integer.toString(topic.permission()),
                topic.filterType(),
                attributes);
    }

    private static void block(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Counts what has been inflated. */
    private static final class Input {
        private final DataInputStream in;
        private long left = MAX_INFLATED;

        Input(InflaterInputStream inflating) {
            in = new DataInputStream(new BufferedInputStream(inflating, 16 * 1024));
        }

        int count() throws IOException {
            spend(Integer.BYTES);
            int count = in.readInt();
            if (count < 0) {
                throw Json.refused(WHAT, "a count is " + count);
            }
            return count;
        }

        @Nullable
        Integer countUnlessEnded() throws IOException {
            in.mark(1);
            int next = in.read();
            if (next < 0) {
                return null;
            }
            in.reset();
            return count();
        }

        byte[] block() throws IOException {
            int length = count();
            if (length > MAX_BLOCK) {
                throw Json.refused(WHAT, "a block has " + length + " bytes; at most " + MAX_BLOCK + " may be");
            }
            spend(length);
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            return bytes;
        }

        private void spend(int bytes) {
            left -= bytes;
            if (left < 0) {
                throw Json.refused(WHAT, "it inflates to more than " + MAX_INFLATED + " bytes");
            }
        }
    }
}
