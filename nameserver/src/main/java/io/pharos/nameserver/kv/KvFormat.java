package io.pharos.nameserver.kv;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON of {@code kvConfig.json}: {@code {"configTable":{"<namespace>":{"<key>":"<value>"}}}}. Source: the
 * original's {@code KVConfigSerializeWrapper}.
 */
final class KvFormat {
    private static final String TABLE = "configTable";

    private final JsonFactory json = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(KvStore.MAX_BYTES)
                    .build())
            .build();

    /** Writes the table with its names sorted, so that equal tables are equal bytes. */
    byte[] encode(Map<String, Map<String, String>> table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = json.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeObjectFieldStart(TABLE);
            for (Map.Entry<String, Map<String, String>> namespace : new TreeMap<>(table).entrySet()) {
                out.writeObjectFieldStart(namespace.getKey());
                for (Map.Entry<String, String> entry : new TreeMap<>(namespace.getValue()).entrySet()) {
                    out.writeStringField(entry.getKey(), entry.getValue());
                }
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new IllegalStateException("JSON in memory cannot fail", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a table; null values are left out, because the original writes none and could not serve them.
     *
     * @throws IOException says what is wrong with the bytes
     */
    Map<String, Map<String, String>> decode(byte[] bytes) throws IOException {
        Map<String, Map<String, String>> table = new TreeMap<>();
        boolean found = false;
        try (JsonParser in = json.createParser(bytes)) {
            expect(in.nextToken(), JsonToken.START_OBJECT);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = in.currentName().equals(TABLE);
                JsonToken value = in.nextToken();
                if (wanted) {
                    expect(value, JsonToken.START_OBJECT);
                    readNamespaces(in, table);
                    found = true;
                } else {
                    in.skipChildren();
                }
            }
            if (in.nextToken() != null) {
                throw new IOException("text follows the object");
            }
        }
        if (!found) {
            throw new IOException("member " + TABLE + " is missing");
        }
        return table;
    }

    private static void readNamespaces(JsonParser in, Map<String, Map<String, String>> table) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            Map<String, String> entries = table.computeIfAbsent(in.currentName(), none -> new TreeMap<>());
            if (in.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            expect(in.currentToken(), JsonToken.START_OBJECT);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String key = in.currentName();
                JsonToken value = in.nextToken();
                if (value == JsonToken.VALUE_NULL) {
                    continue;
                }
                if (!value.isScalarValue()) {
                    throw new IOException("value is no text in " + TABLE);
                }
                entries.put(key, in.getText());
            }
        }
    }

    private static void expect(JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("found " + found + " instead of " + wanted);
        }
    }
}
