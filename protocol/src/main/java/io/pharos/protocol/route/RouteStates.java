package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonParser;
import io.pharos.protocol.frame.Quoted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What some topics' routes are: the body of the answer to WATCH_ROUTES and of ROUTE_CHANGED.
 *
 * <pre>
 * {"routes":[{"topic":"Orders","revision":"r1-17","state":"exists","route":{...}},
 *            {"topic":"Bills","revision":"r1-18","state":"absent"}]}
 * </pre>
 */
public final class RouteStates {
    private static final String WHAT = "route states";
    private static final byte[] START = ascii("{\"routes\":[");
    private static final byte[] END = ascii("]}");
    private static final byte[] ROUTE = ascii(",\"route\":");

    private RouteStates() {}

    /** Whether a topic has a route. */
    public enum State {
        /** It has the route that is given. */
        EXISTS,
        /** No broker has it. */
        ABSENT,
        /** The revision that the asker held is the current one. */
        UNCHANGED
    }

    /**
     * What one topic's route is.
     *
     * @param revision of this state
     * @param route for {@link State#EXISTS}, else null
     */
    public record One(
            String topic,
            String revision,
            State state,
            @Nullable TopicRoute route) {}

    /**
     * Writes one topic, to be put into a body.
     *
     * @param route encoded, for {@link State#EXISTS} and in the dialect of the whole body; else empty
     */
    public static byte[] encodeOne(String topic, String revision, State state, ByteBuffer route) {
        byte[] head = Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("topic", topic);
            json.writeStringField("revision", revision);
            json.writeStringField("state", state.name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        });
        if (!route.hasRemaining()) {
            return head;
        }
        byte[] whole = new byte[head.length + ROUTE.length + route.remaining()];
        ByteBuffer.wrap(whole)
                .put(head, 0, head.length - 1)
                .put(ROUTE)
                .put(route.duplicate())
                .put((byte) '}');
        return whole;
    }

    /** Writes a body of topics that were written by {@link #encodeOne}. */
    public static byte[] encode(List<byte[]> topics) {
        int length = topics.stream().mapToInt(topic -> topic.length + 1).sum();
        ByteArrayOutputStream body = new ByteArrayOutputStream(START.length + length + END.length);
        body.writeBytes(START);
        for (int i = 0; i < topics.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(topics.get(i));
        }
        body.writeBytes(END);
        return body.toByteArray();
    }

    /** Reads a body. */
    public static List<One> decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            List<One> topics = new ArrayList<>();
            Json.object(WHAT, json, (name, value) -> {
                if (name.equals("routes")) {
                    RouteCodec.list(value, one -> {
                        Members members = new Members();
                        Json.object(WHAT, one, members::read);
                        topics.add(members.toOne());
                    });
                } else {
                    value.skipChildren();
                }
            });
            return topics;
        });
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static final class Members {
        private @Nullable String topic;
        private @Nullable String revision;
        private @Nullable String state;
        private @Nullable TopicRoute route;

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "topic" -> topic = Json.text(json);
                case "revision" -> revision = Json.text(json);
                case "state" -> state = Json.text(json);
                case "route" -> route = RouteCodec.read(json);
                default -> json.skipChildren();
            }
        }

        One toOne() {
            if (topic == null || revision == null || state == null) {
                throw Json.refused(WHAT, "an entry without topic, revision or state");
            }
            State known = stateOf(state);
            if ((known == State.EXISTS) != (route != null)) {
                throw Json.refused(WHAT, "a route belongs to the state exists and to no other");
            }
            return new One(topic, revision, known, route);
        }

        private static State stateOf(String text) {
            for (State state : State.values()) {
                if (state.name().equalsIgnoreCase(text)) {
                    return state;
                }
            }
            throw Json.refused(WHAT, "state is exists, absent or unchanged, not [" + Quoted.bounded(text) + "]");
        }
    }
}
