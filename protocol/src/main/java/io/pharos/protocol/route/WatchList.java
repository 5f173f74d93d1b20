package io.pharos.protocol.route;

import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The body of WATCH_ROUTES and UNWATCH_ROUTES: {@code {"topics":{"Orders":"r1-17","Bills":null}}}. Deeply immutable.
 *
 * @param topics name to the revision that the sender holds, if any, in the order of the wire; a name that came twice
 *     has its last value
 */
public record WatchList(Map<String, Optional<String>> topics) {
    private static final String WHAT = "watch list";

    /** Copies the map. */
    public WatchList {
        topics = Collections.unmodifiableMap(new LinkedHashMap<>(topics));
    }

    /** Writes the body. */
    public byte[] encode() {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("topics");
            for (Map.Entry<String, Optional<String>> topic : topics.entrySet()) {
                json.writeStringField(topic.getKey(), topic.getValue().orElse(null));
            }
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /**
     * Reads a body.
     *
     * @param max topics at most
     * @param tooMany what is thrown as soon as there are more
     * @throws RequestFailed naming what is wrong
     */
    public static WatchList decode(ByteBuffer body, int max, Supplier<RequestFailed> tooMany) {
        return Json.read(WHAT, body, json -> {
            Map<String, Optional<String>> topics = new LinkedHashMap<>();
            Json.object(WHAT, json, (name, value) -> {
                if (!name.equals("topics")) {
                    value.skipChildren();
                    return;
                }
                Json.object(WHAT, value, (topic, revision) -> {
                    topics.put(topic, Optional.ofNullable(Json.text(revision)));
                    if (topics.size() > max) {
                        throw tooMany.get();
                    }
                });
            });
            return new WatchList(topics);
        });
    }
}
