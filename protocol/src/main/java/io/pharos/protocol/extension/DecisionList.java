package io.pharos.protocol.extension;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decisions as a JSON body: the answer to {@link ListFences}, and what a name server keeps on disk. Deeply immutable.
 *
 * @param nowMillis clock of the name server that wrote it, since 1970-01-01 UTC
 * @param decisions at most one of a key
 */
public record DecisionList(long nowMillis, List<Decision> decisions) {
    private static final String WHAT = "decision list";

    /** Copies the list. */
    public DecisionList {
        decisions = List.copyOf(decisions);
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeNumberField("now", nowMillis);
            json.writeFieldName("decisions");
            write(json, decisions);
            json.writeEndObject();
        });
    }

    /** Reads a body; one bad decision refuses all of it. */
    public static DecisionList decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            long[] now = {0};
            List<Decision> decisions = new ArrayList<>();
            Json.object(WHAT, json, (name, value) -> {
                switch (name) {
                    case "now" -> now[0] = Json.number(WHAT, value);
                    case "decisions" -> decisions.addAll(read(WHAT, value));
                    default -> value.skipChildren();
                }
            });
            return new DecisionList(now[0], decisions);
        });
    }

    static void write(JsonGenerator json, List<Decision> decisions) throws IOException {
        json.writeStartArray();
        for (Decision decision : decisions) {
            json.writeStartObject();
            writeText(json, "topic", decision.key().topic());
            writeText(json, "cluster", decision.key().cluster());
            writeText(json, "brokerName", decision.key().brokerName());
            json.writeStringField("stamp", decision.stamp().text());
            json.writeBooleanField("fenced", decision.fenced());
            json.writeNumberField("since", decision.atMillis());
            json.writeStringField("address", decision.by().address());
            String credential = decision.by().credential();
            writeText(json, "credential", credential == null ? "" : credential);
            writeText(json, "reason", decision.reason());
            Long expiry = decision.expiresAtMillis();
            if (expiry != null) {
                json.writeNumberField("expiresAt", expiry);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static List<Decision> read(String what, JsonParser json) throws IOException {
        List<Decision> decisions = new ArrayList<>();
        Set<FenceKey> keys = new HashSet<>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw Json.refused(what, "decisions must be an array");
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Fields fields = new Fields();
            Json.object(what, json, (name, value) -> fields.take(what, name, value));
            Decision decision = fields.decision(what);
            if (!keys.add(decision.key())) {
                throw Json.refused(what, "two decisions about " + decision.key().shown());
            }
            decisions.add(decision);
        }
        if (json.currentToken() != JsonToken.END_ARRAY) {
            throw Json.refused(what, "each of the decisions must be an object");
        }
        return decisions;
    }

    private static void writeText(JsonGenerator json, String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    /** The members of one decision, as they come. */
    private static final class Fields {
        private String topic = "";
        private String cluster = "";
        private String brokerName = "";
        private String stamp = "";
        private @Nullable Boolean fenced;
        private @Nullable Long since;
        private @Nullable String address;
        private @Nullable String credential;
        private String reason = "";
        private @Nullable Long expiresAt;

        void take(String what, String name, JsonParser value) throws IOException {
            switch (name) {
                case "topic" -> topic = text(value);
                case "cluster" -> cluster = text(value);
                case "brokerName" -> brokerName = text(value);
                case "stamp" -> stamp = text(value);
                case "fenced" -> fenced = truth(what, value);
                case "since" -> since = Json.number(what, value);
                case "address" -> address = Json.text(value);
                case "credential" -> credential = Json.text(value);
                case "reason" -> reason = text(value);
                case "expiresAt" ->
                    expiresAt = value.currentToken() == JsonToken.VALUE_NULL ? null : (Long) Json.number(what, value);
                default -> value.skipChildren();
            }
        }

        Decision decision(String what) {
            FenceKey key = new FenceKey(topic, cluster, brokerName);
            Stamp at = Stamp.parse(stamp);
            if (at == null) {
                throw Json.refused(what, "[" + Quoted.bounded(stamp) + "] is no stamp");
            }
            if (fenced == null || since == null || address == null) {
                throw Json.refused(what, "a decision lacks fenced, since or address");
            }
            Decision decision = new Decision(
                    key, at, fenced, since, new Decision.By(address, credential), reason, fenced ? expiresAt : null);
            String problem = decision.problem();
            if (problem != null) {
                throw Json.refused(what, problem);
            }
            return decision;
        }

        private static String text(JsonParser value) throws IOException {
            String text = Json.text(value);
            return text == null ? "" : text;
        }

        private static boolean truth(String what, JsonParser value) {
            JsonToken token = value.currentToken();
            if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
                throw Json.refused(what, "fenced must be true or false");
            }
            return token == JsonToken.VALUE_TRUE;
        }
    }
}
