package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;

/** {@code {"counter":5,"stateVersion":0,"timestamp":1700000000000}}; missing members are 0. */
public final class DataVersionCodec {
    private static final String WHAT = "data version";

    private DataVersionCodec() {}

    /** Writes the body of a 322 request or answer. */
    public static byte[] encode(DataVersion version) {
        return Json.write(json -> write(json, version));
    }

    /** Reads such a body. */
    public static DataVersion decode(ByteBuffer body) {
        return Json.read(WHAT, body, DataVersionCodec::read);
    }

    static void write(JsonGenerator json, DataVersion version) throws IOException {
        json.writeStartObject();
        json.writeNumberField("counter", version.counter());
        json.writeNumberField("stateVersion", version.stateVersion());
        json.writeNumberField("timestamp", version.timestamp());
        json.writeEndObject();
    }

    static DataVersion read(JsonParser json) throws IOException {
        long[] parts = new long[3];
        Json.object(WHAT, json, (name, value) -> {
            switch (name) {
                case "stateVersion" -> parts[0] = Json.number(WHAT, value);
                case "timestamp" -> parts[1] = Json.number(WHAT, value);
                case "counter" -> parts[2] = Json.number(WHAT, value);
                default -> value.skipChildren();
            }
        });
        return new DataVersion(parts[0], parts[1], parts[2]);
    }
}
