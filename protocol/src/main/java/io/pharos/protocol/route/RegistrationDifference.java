package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a JSON body by what differs from the broker's last one: entries of the topic table whose bytes are known are
 * taken over unread, the others are read one by one, and head and tail are read as the document that they make without
 * the table's content. Each part is complete by itself, so that the whole says what its parts say.
 *
 * <p>A body that this is not made for gives null: another layout, too many differences, anything wrong.
 */
final class RegistrationDifference {
    private static final byte[] TABLE = "\"topicConfigTable\":{".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DIFFERENT = 64;
    private static final int FIRST_WINDOW = 1024;
    private static final int WINDOW_GROWTH = 16;

    private final ByteBuffer body;
    private final int start;
    private final int end;
    private final List<TopicEntry> known;
    private final UnaryOperator<TopicEntry> share;
    private final List<TopicEntry> entries;
    private final Map<String, TopicConfig> topics;
    private int nextKnown;

    /** Creates one for a body, from position to limit, which are not moved. */
    RegistrationDifference(ByteBuffer body, KnownBody last, UnaryOperator<TopicEntry> share) {
        this.body = body.duplicate();
        this.start = body.position();
        this.end = body.limit();
        this.known = last.entries();
        this.share = share;
        this.entries = new ArrayList<>(known.size() + MAX_DIFFERENT);
        this.topics = new LinkedHashMap<>(known.size() * 2);
    }

    RegistrationDecoder.@Nullable Decoded decode() {
        int table = tableStart();
        int tail = table < 0 ? -1 : readTable(table);
        if (tail < 0) {
            return null;
        }
        int headLength = table - start;
        byte[] frame = new byte[headLength + end - tail];
        body.limit(end).get(start, frame, 0, headLength).get(tail, frame, headLength, end - tail);
        PlainRegistration around;
        try {
            around = PlainRegistration.read(frame);
        } catch (RequestFailed wrong) {
            // Reading all of it finds the same, and says it of the body as it came.
            return null;
        }
        if (!around.layout().isEmptyTableAt(headLength)) {
            return null;
        }
        byte[] head = Arrays.copyOf(frame, headLength);
        byte[] rest = Arrays.copyOfRange(frame, headLength, frame.length);
        KnownBody next = around.layout().around(head, entries.toArray(TopicEntry[]::new), rest);
        return new RegistrationDecoder.Decoded(around.registration(topics), next);
    }

    private int tableStart() {
        ByteBuffer table = ByteBuffer.wrap(TABLE);
        for (int at = start; at <= end - TABLE.length; at++) {
            if (body.get(at) == TABLE[0]
                    && table.mismatch(body.limit(at + TABLE.length).position(at)) < 0) {
                return at + TABLE.length;
            }
            body.limit(end);
        }
        return -1;
    }

    /** Reads the entries; gives the index of the bracket that closes the table, or -1. */
    private int readTable(int table) {
        int different = 0;
        int at = table;
        while (at < end) {
            TopicEntry entry = knownAt(at);
            if (entry == null) {
                if (body.limit(end).get(at) == '}') {
                    return at;
                }
                entry = ++different > MAX_DIFFERENT ? null : readAt(at);
                if (entry == null) {
                    return -1;
                }
                passBy(entry.topic().name());
            }
            entries.add(entry);
            topics.put(entry.topic().name(), entry.topic());
            at += entry.size();
        }
        return -1;
    }

    /** The next known entry if it is here. Only the first entry of a table has no comma before it. */
    private @Nullable TopicEntry knownAt(int at) {
        if (nextKnown < known.size() && (nextKnown == 0) == entries.isEmpty()) {
            TopicEntry next = known.get(nextKnown);
            if (next.isAt(body, at, end)) {
                nextKnown++;
                return next;
            }
        }
        return null;
    }

    /** Known entries up to that of a topic that has been read anew don't come any more. */
    private void passBy(String topic) {
        for (int i = nextKnown; i < known.size(); i++) {
            if (known.get(i).topic().name().equals(topic)) {
                nextKnown = i + 1;
                return;
            }
        }
    }

    private @Nullable TopicEntry readAt(int at) {
        int from = at;
        if (!entries.isEmpty()) {
            if (body.get(at) != ',') {
                return null;
            }
            from++;
        }
        for (long window = FIRST_WINDOW; ; window *= WINDOW_GROWTH) {
            int length = (int) Math.min(window, end - from);
            try {
                return readWithin(at, from, length);
            } catch (RequestFailed cutOrWrong) {
                if (length == end - from) {
                    return null;
                }
            }
        }
    }

    /** Reads one member, as that of an object which begins just before it. */
    private TopicEntry readWithin(int at, int from, int length) {
        byte[] window = new byte[length + 1];
        window[0] = '{';
        body.get(from, window, 1, length);
        return Json.readStart(PlainRegistration.WHAT, window, json -> {
            String key = json.nextFieldName();
            if (key == null || json.nextToken() != JsonToken.START_OBJECT) {
                throw Json.refused(PlainRegistration.WHAT, "a topic is expected");
            }
            TopicConfig topic = TopicConfigReader.read(key, json);
            int size = (int) json.currentLocation().getByteOffset() - 1 + from - at;
            byte[] bytes = new byte[size];
            body.get(at, bytes);
            return share.apply(new TopicEntry(bytes, topic));
        });
    }
}
