package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer to GET_KVLIST_BY_NAMESPACE (219), also the body of a registration's answer. Deeply immutable.
 *
 * @param table values by key
 */
public record KvTable(SortedMap<String, String> table) {
    private static final String WHAT = "key-value table";

    /** Copies the map. */
    public KvTable {
        table = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) table));
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("table");
            for (Map.Entry<String, String> entry : table.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Reads a body. */
    public static KvTable decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            SortedMap<String, String> table = new TreeMap<>();
            Json.object(WHAT, json, (name, value) -> {
                if (name.equals("table")) {
                    Json.object(WHAT, value, (key, text) -> table.put(key, String.valueOf(Json.text(text))));
                } else {
                    value.skipChildren();
                }
            });
            return new KvTable(table);
        });
    }
}
