package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Map;

/** Writes maps with integer keys in either dialect. */
final class IntegerKeys {
    private IntegerKeys() {}

    static <K extends Number> void write(JsonGenerator json, String name, Map<K, ?> map, JsonDialect dialect)
            throws IOException {
        json.writeFieldName(name);
        if (dialect == JsonDialect.UNQUOTED_KEYS) {
            json.writeRawValue(bare(map));
            return;
        }
        json.writeStartObject();
        for (Map.Entry<K, ?> entry : map.entrySet()) {
            json.writeFieldName(entry.getKey().toString());
            if (entry.getValue() instanceof Integer number) {
                json.writeNumber(number);
            } else {
                json.writeString(String.valueOf(entry.getValue()));
            }
        }
        json.writeEndObject();
    }

    private static String bare(Map<? extends Number, ?> map) {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<? extends Number, ?> entry : map.entrySet()) {
            text.append(text.length() > 1 ? "," : "").append(entry.getKey()).append(':');
            if (entry.getValue() instanceof Integer) {
                text.append(entry.getValue());
            } else {
                text.append('"');
                JsonStringEncoder.getInstance().quoteAsString(String.valueOf(entry.getValue()), text);
                text.append('"');
            }
        }
        return text.append('}').toString();
    }
}
