package io.pharos.protocol.extension;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.route.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@link GetDivergence}. Deeply immutable.
 *
 * @param fellows one entry for each that is configured, in the order of the configuration
 */
public record FellowReport(List<Entry> fellows) {
    private static final String WHAT = "report on fellows";

    /** Copies the list. */
    public FellowReport {
        fellows = List.copyOf(fellows);
    }

    /**
     * How the name server stands with one fellow.
     *
     * @param address as configured
     * @param state lower-case word, see {@code docs/protocol-extensions.md}
     * @param ageMillis since its last good answer; null when there was none
     * @param missingHere brokers that it sees and the answering name server doesn't, for two polls or longer
     * @param missingThere brokers that the answering name server sees and it doesn't, for two polls or longer
     */
    public record Entry(
            String address,
            String state,
            @Nullable Long ageMillis,
            List<SeenBroker> missingHere,
            List<SeenBroker> missingThere) {
        /** Copies the lists. */
        public Entry {
            missingHere = List.copyOf(missingHere);
            missingThere = List.copyOf(missingThere);
        }
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("fellows");
            for (Entry fellow : fellows) {
                json.writeStartObject();
                json.writeStringField("address", fellow.address);
                json.writeStringField("state", fellow.state);
                Long age = fellow.ageMillis;
                if (age != null) {
                    json.writeNumberField("ageMillis", age);
                }
                json.writeFieldName("missingHere");
                SeenBroker.write(json, fellow.missingHere);
                json.writeFieldName("missingThere");
                SeenBroker.write(json, fellow.missingThere);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Reads a body. */
    public static FellowReport decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            List<Entry> fellows = new ArrayList<>();
            Json.object(WHAT, json, (name, value) -> {
                if (!name.equals("fellows")) {
                    value.skipChildren();
                } else if (value.currentToken() == JsonToken.START_ARRAY) {
                    while (value.nextToken() == JsonToken.START_OBJECT) {
                        fellows.add(entry(value));
                    }
                }
            });
            return new FellowReport(fellows);
        });
    }

    private static Entry entry(JsonParser json) throws IOException {
        Fields fields = new Fields();
        Json.object(WHAT, json, fields::take);
        return new Entry(fields.address, fields.state, fields.age, fields.missingHere, fields.missingThere);
    }

    /** The members of one entry, as they come. */
    private static final class Fields {
        private String address = "";
        private String state = "";
        private @Nullable Long age;
        private List<SeenBroker> missingHere = List.of();
        private List<SeenBroker> missingThere = List.of();

        void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "address" -> address = Objects.requireNonNullElse(Json.text(value), "");
                case "state" -> state = Objects.requireNonNullElse(Json.text(value), "");
                case "ageMillis" -> age = Json.number(WHAT, value);
                case "missingHere" -> missingHere = SeenBroker.read(WHAT, value);
                case "missingThere" -> missingThere = SeenBroker.read(WHAT, value);
                default -> value.skipChildren();
            }
        }
    }
}
