package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A JSON body while it is read: what it says and where its parts are. */
final class PlainRegistration {
    static final String WHAT = "registration body";
    private static final String WRAPPER = "topicConfigSerializeWrapper";

    private DataVersion dataVersion = DataVersion.NONE;
    private final Map<String, TopicConfig> topics = new LinkedHashMap<>();
    private final Map<String, QueueMapping> mappings = new LinkedHashMap<>();
    private final @Nullable List<String> filters;
    private final Layout layout = new Layout();

    private PlainRegistration(@Nullable List<String> filters) {
        this.filters = filters;
    }

    /** Reads the bare table of peers before 3.0.11. */
    static PlainRegistration readLegacy(byte[] bytes) {
        return Json.read(WHAT, bytes, 0, bytes.length, json -> {
            PlainRegistration read = new PlainRegistration(null);
            object("it", json, read::wrapped);
            return read;
        });
    }

    /** Reads the form since 3.0.11. */
    static PlainRegistration read(byte[] bytes) {
        return Json.read(WHAT, bytes, 0, bytes.length, json -> {
            PlainRegistration read = new PlainRegistration(new ArrayList<>());
            object("it", json, read::member);
            return read;
        });
    }

    Registration registration() {
        return registration(topics);
    }

    /** What it says, with another topic table. */
    Registration registration(Map<String, TopicConfig> table) {
        return new Registration(dataVersion, table, mappings, filters);
    }

    Layout layout() {
        return layout;
    }

    private static void object(String which, JsonParser json, Json.Member member) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            throw Json.refused(WHAT, which + " is null; leave it out or fill it");
        }
        Json.object(WHAT, json, member);
    }

    private void member(String name, JsonParser json) throws IOException {
        switch (name) {
            case "filterServerList" -> {
                if (filters != null) {
                    filters.addAll(RegistrationCodec.readFilterServers(json));
                }
            }
            case WRAPPER -> object(WRAPPER, json, this::wrapped);
            default -> json.skipChildren();
        }
    }

    private void wrapped(String name, JsonParser json) throws IOException {
        switch (name) {
            case "dataVersion" -> dataVersion = DataVersionCodec.read(json);
            case "mappingDataVersion" -> {
                int start = offset(json);
                json.skipChildren();
                layout.free(start, offset(json));
            }
            case "topicConfigTable" -> {
                layout.table(offset(json));
                Json.object(WHAT, json, this::topic);
            }
            case "topicQueueMappingInfoMap" ->
                Json.object(WHAT, json, (topic, value) -> mappings.put(topic, QueueMappingCodec.read(value)));
            default -> json.skipChildren();
        }
    }

    private void topic(String key, JsonParser json) throws IOException {
        TopicConfig topic = TopicConfigReader.read(key, json);
        topics.put(topic.name(), topic);
        layout.entry(topic, offset(json));
    }

    /** The index behind what was read; exact behind the brackets of objects. */
    private static int offset(JsonParser json) {
        return (int) json.currentLocation().getByteOffset();
    }

    /** Where the parts are, as byte indexes. */
    static final class Layout {
        private final List<TopicConfig> topics = new ArrayList<>();
        private int[] ends = new int[16];
        private int tables;
        private int freeStart;
        private int freeEnd;

        private void free(int start, int end) {
            freeStart = start;
            freeEnd = end;
        }

        private void table(int start) {
            tables++;
            ends[0] = start;
        }

        private void entry(TopicConfig topic, int end) {
            topics.add(topic);
            if (topics.size() == ends.length) {
                ends = Arrays.copyOf(ends, ends.length * 2);
            }
            ends[topics.size()] = end;
        }

        /** Whether the only topic table starts here and is empty. */
        boolean isEmptyTableAt(int index) {
            return tables == 1 && topics.isEmpty() && ends[0] == index;
        }

        /** The bytes that this was read from, in their parts. */
        KnownBody split(byte[] bytes, UnaryOperator<TopicRun> share) {
            if (tables > 1 || !isUtf8(bytes)) {
                return KnownBody.inOnePiece(bytes);
            }
            TopicRun.Cutter cutter = new TopicRun.Cutter(ByteBuffer.wrap(bytes), ends[0], share);
            for (int i = 0; i < topics.size(); i++) {
                cutter.add(topics.get(i), ends[i + 1]);
            }
            int head = tables == 0 ? bytes.length : ends[0];
            int tail = tables == 0 ? bytes.length : ends[topics.size()];
            return around(Arrays.copyOf(bytes, head), cutter.finish(), Arrays.copyOfRange(bytes, tail, bytes.length));
        }

        /** Only then are the indexes those of bytes: the JSON library reads UTF-16, UTF-32 and byte order marks too. */
        private static boolean isUtf8(byte[] bytes) {
            return bytes.length > 1 && bytes[0] == '{' && bytes[1] != 0;
        }

        /** A body of these parts, whose head is the one that this was read from. */
        KnownBody around(byte[] head, List<TopicRun> runs, byte[] tail) {
            boolean inHead = freeEnd <= head.length;
            return KnownBody.of(head, inHead ? freeStart : 0, inHead ? freeEnd : 0, runs, tail);
        }
    }
}
