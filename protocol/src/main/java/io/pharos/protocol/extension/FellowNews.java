package io.pharos.protocol.extension;

import com.fasterxml.jackson.core.JsonParser;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@link GetDecisions}. Deeply immutable.
 *
 * @param node of the answering name server, see {@link Stamp}
 * @param nowMillis its clock, since 1970-01-01 UTC
 * @param decisions all that it remembers, lifted and expired fences included; at most one of a key
 * @param brokers that it has in its routes; null when they are too many to name
 */
public record FellowNews(
        String node,
        long nowMillis,
        List<Decision> decisions,
        @Nullable List<SeenBroker> brokers) {
    /** Brokers that are named at most. */
    public static final int MAX_BROKERS = 5_000;

    private static final String WHAT = "news of a fellow";

    /** Copies the lists. */
    public FellowNews {
        decisions = List.copyOf(decisions);
        brokers = brokers == null ? null : List.copyOf(brokers);
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("node", node);
            json.writeNumberField("now", nowMillis);
            json.writeFieldName("decisions");
            DecisionList.write(json, decisions);
            if (brokers != null) {
                json.writeFieldName("brokers");
                SeenBroker.write(json, brokers);
            }
            json.writeEndObject();
        });
    }

    /** Reads a body; one bad entry refuses all of it. */
    public static FellowNews decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            Fields fields = new Fields();
            Json.object(WHAT, json, fields::take);
            return fields.news();
        });
    }

    /** The members, as they come. */
    private static final class Fields {
        private String node = "";
        private long now = -1;
        private @Nullable List<Decision> decisions;
        private @Nullable List<SeenBroker> brokers;

        void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "node" -> node = Objects.requireNonNullElse(Json.text(value), "");
                case "now" -> now = Json.number(WHAT, value);
                case "decisions" -> decisions = DecisionList.read(WHAT, value);
                case "brokers" -> brokers = SeenBroker.read(WHAT, value);
                default -> value.skipChildren();
            }
        }

        FellowNews news() {
            if (!Stamp.isNode(node)) {
                throw Json.refused(WHAT, "[" + Quoted.bounded(node) + "] is no node");
            }
            if (now < 0 || now > Stamp.MAX_MILLIS) {
                throw Json.refused(WHAT, "now [" + now + "] must be from 0 to " + Stamp.MAX_MILLIS);
            }
            if (decisions == null) {
                throw Json.refused(WHAT, "member decisions is missing");
            }
            if (brokers != null && brokers.size() > MAX_BROKERS) {
                throw Json.refused(
                        WHAT, brokers.size() + " brokers are named, at most " + MAX_BROKERS + " are allowed");
            }
            return new FellowNews(node, now, decisions, brokers);
        }
    }
}
