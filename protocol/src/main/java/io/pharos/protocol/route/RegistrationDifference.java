package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private final List<TopicRun> known;
    private final UnaryOperator<TopicRun> share;
    private final Map<String, TopicConfig> topics;

    /** The known topic that is expected next: its run, and its place in there. */
    private int nextRun;

    private int nextMember;

    /** Creates one for a body, from position to limit, which are not moved. */
    RegistrationDifference(ByteBuffer body, KnownBody last, UnaryOperator<TopicRun> share) {
        this.body = body.duplicate();
        this.start = body.position();
        this.end = body.limit();
        this.known = last.runs();
        this.share = share;
        this.topics = new LinkedHashMap<>();
    }

    RegistrationDecoder.@Nullable Decoded decode() {
        int table = tableStart();
        if (table < 0) {
            return null;
        }
        TopicRun.Cutter cutter = new TopicRun.Cutter(body, table, share);
        int tail = readTable(table, cutter);
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
        KnownBody next = around.layout().around(head, cutter.finish(), rest);
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

    /** Reads the members; gives the index of the bracket that closes the table, or -1. */
    private int readTable(int table, TopicRun.Cutter cutter) {
        int different = 0;
        int at = table;
        while (at < end) {
            TopicRun run = knownRunAt(at, cutter);
            if (run != null) {
                cutter.add(run);
                run.topics().forEach(topic -> topics.put(topic.name(), topic));
                at += run.size();
                continue;
            }
            Read member = knownMemberAt(at, cutter.isEmpty());
            if (member == null) {
                if (body.limit(end).get(at) == '}') {
                    return at;
                }
                member = ++different > MAX_DIFFERENT ? null : readAt(at, cutter.isEmpty());
                if (member == null) {
                    return -1;
                }
                passBy(member.topic().name());
            }
            topics.put(member.topic().name(), member.topic());
            at += member.size();
            cutter.add(member.topic(), at);
        }
        return -1;
    }

    /** The next known run if all of it is here. */
    private @Nullable TopicRun knownRunAt(int at, TopicRun.Cutter cutter) {
        if (!cutter.isBetweenRuns() || nextMember != 0 || !mayBeNext(cutter.isEmpty())) {
            return null;
        }
        TopicRun run = known.get(nextRun);
        if (!run.isAt(body, at, end) || !(run.isComplete() || body.limit(end).get(at + run.size()) == '}')) {
            return null;
        }
        nextRun++;
        return run;
    }

    /** The next known member if it is here. */
    private @Nullable Read knownMemberAt(int at, boolean first) {
        if (!mayBeNext(first)) {
            return null;
        }
        TopicRun run = known.get(nextRun);
        if (!run.memberIsAt(nextMember, body, at, end)) {
            return null;
        }
        Read member = new Read(run.topics().get(nextMember), run.memberSize(nextMember));
        expectAfter(nextRun, nextMember);
        return member;
    }

    /** Only the first member of a table has no comma before it. */
    private boolean mayBeNext(boolean first) {
        return nextRun < known.size() && (nextRun == 0 && nextMember == 0) == first;
    }

    /** Known members up to that of a topic that has been read anew don't come any more. */
    private void passBy(String topic) {
        int from = nextMember;
        for (int i = nextRun; i < known.size(); i++) {
            List<TopicConfig> members = known.get(i).topics();
            for (int j = from; j < members.size(); j++) {
                if (members.get(j).name().equals(topic)) {
                    expectAfter(i, j);
                    return;
                }
            }
            from = 0;
        }
    }

    private void expectAfter(int run, int member) {
        boolean last = member + 1 == known.get(run).topics().size();
        nextRun = last ? run + 1 : run;
        nextMember = last ? 0 : member + 1;
    }

    private @Nullable Read readAt(int at, boolean first) {
        int from = at;
        if (!first) {
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
    private Read readWithin(int at, int from, int length) {
        byte[] window = new byte[length + 1];
        window[0] = '{';
        body.get(from, window, 1, length);
        return Json.readStart(PlainRegistration.WHAT, window, json -> {
            String key = json.nextFieldName();
            if (key == null || json.nextToken() != JsonToken.START_OBJECT) {
                throw Json.refused(PlainRegistration.WHAT, "a topic is expected");
            }
            TopicConfig topic = TopicConfigReader.read(key, json);
            return new Read(topic, (int) json.currentLocation().getByteOffset() - 1 + from - at);
        });
    }

    /**
     * A member of the table.
     *
     * @param size bytes, the comma before it included
     */
    private record Read(TopicConfig topic, int size) {}
}
