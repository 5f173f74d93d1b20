package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The body of a registration that was decoded, kept to tell whether the next one says the same and, if not, where it
 * differs. A JSON body is kept as what comes before its topic table, the members in {@link TopicRun runs}, and what
 * comes after; any other form in one piece. Immutable and thread-safe.
 *
 * <p>Stock 5.x brokers stamp each JSON body with the current time in {@code mappingDataVersion}, which nobody reads:
 * digits in there may differ.
 */
public final class KnownBody {
    private static final byte[] NOTHING = {};

    private final ByteBuffer head;
    private final int freeStart;
    private final int freeEnd;
    private final List<TopicRun> runs;
    private final ByteBuffer tail;
    private final int size;

    private KnownBody(byte[] head, int freeStart, int freeEnd, List<TopicRun> runs, byte[] tail) {
        this.head = ByteBuffer.wrap(head);
        this.freeStart = freeStart;
        this.freeEnd = freeEnd;
        this.runs = List.copyOf(runs);
        this.tail = ByteBuffer.wrap(tail);
        int bytes = head.length + tail.length;
        for (TopicRun run : runs) {
            bytes += run.size();
        }
        this.size = bytes;
    }

    /** A body that counts byte by byte; the array is taken over. */
    static KnownBody inOnePiece(byte[] bytes) {
        return new KnownBody(bytes, 0, 0, List.of(), NOTHING);
    }

    /**
     * A JSON body in its parts, which are taken over.
     *
     * @param freeStart where digits may differ, an index into the head
     * @param freeEnd the end of that; equal to the start for nowhere
     */
    static KnownBody of(byte[] head, int freeStart, int freeEnd, List<TopicRun> runs, byte[] tail) {
        return new KnownBody(head, freeStart, freeEnd, runs, tail);
    }

    /** Length of the body; bytes. */
    public int size() {
        return size;
    }

    /** The members of its topic table in their order; none when it is kept in one piece. */
    public List<TopicRun> runs() {
        return runs;
    }

    /** Length of what no other body shares; bytes. */
    public int ownBytes() {
        return head.remaining() + tail.remaining();
    }

    /** Whether a body, from position to limit, says the same. Neither copies nor moves it. */
    public boolean sameContent(ByteBuffer body) {
        if (body.remaining() != size) {
            return false;
        }
        ByteBuffer theirs = body.duplicate();
        int at = body.position();
        int end = body.limit();
        if (!sameHead(theirs, at)) {
            return false;
        }
        at += head.remaining();
        for (TopicRun run : runs) {
            if (!run.isAt(theirs, at, end)) {
                return false;
            }
            at += run.size();
        }
        return tail.mismatch(theirs.limit(end).position(at)) < 0;
    }

    private boolean sameHead(ByteBuffer theirs, int base) {
        int length = head.remaining();
        theirs.limit(base + length);
        ByteBuffer mine = head.duplicate();
        for (int from = 0; ; ) {
            int difference = mine.position(from).mismatch(theirs.position(base + from));
            if (difference < 0) {
                return true;
            }
            int at = from + difference;
            if (at < freeStart || at >= freeEnd || !isDigit(mine.get(at)) || !isDigit(theirs.get(base + at))) {
                return false;
            }
            from = at + 1;
        }
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
