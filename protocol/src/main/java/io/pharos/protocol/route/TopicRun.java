package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Consecutive members of the topic table in a registration's JSON body: their bytes, the comma before each included,
 * and what they say. Brokers of a cluster mostly register the same topics, and register them again and again: equal
 * bytes are one object, kept once and decoded once, and compared in one go.
 *
 * <p>Where a run ends depends on the topics in it alone, so that a topic which comes or goes moves no end but its own
 * run's.
 *
 * <p>Immutable but for the count of holders, which belongs to one thread.
 */
public final class TopicRun {
    /** The logarithm of the average: some KiB, which is where comparing more at a time gets no faster. */
    private static final int LENGTH_BITS = 5;

    private static final int MAX_LENGTH = 4 << LENGTH_BITS;
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private final ByteBuffer bytes;
    private final int[] ends;
    private final List<TopicConfig> topics;
    private int holders;

    private TopicRun(byte[] bytes, int[] ends, List<TopicConfig> topics) {
        this.bytes = ByteBuffer.wrap(bytes);
        this.ends = ends;
        this.topics = List.copyOf(topics);
    }

    /** What the bytes say, in their order; at least one. */
    public List<TopicConfig> topics() {
        return topics;
    }

    /** Bytes. */
    public int size() {
        return bytes.remaining();
    }

    /** Whether another run has the same bytes. */
    public boolean sameBytes(TopicRun other) {
        return bytes.equals(other.bytes);
    }

    /** Counts one more who keeps this run; true for the first. */
    public boolean hold() {
        return holders++ == 0;
    }

    /** Counts one less who keeps this run; true for the last. */
    public boolean letGo() {
        return --holders == 0;
    }

    /**
     * Whether the bytes of a body from an index on are these.
     *
     * @param body moved by this: its position and limit are the caller's scratch
     * @param end of the body
     */
    boolean isAt(ByteBuffer body, int at, int end) {
        return isAt(bytes, body, at, end);
    }

    /** As {@link #isAt(ByteBuffer, int, int)}, for one of its members. */
    boolean memberIsAt(int index, ByteBuffer body, int at, int end) {
        return isAt(bytes.slice(start(index), memberSize(index)), body, at, end);
    }

    /** Whether a topic that follows begins another run; if not, this is the end of a table. */
    boolean isComplete() {
        return endsRun(topics.get(topics.size() - 1).name(), topics.size());
    }

    /** Bytes of one of its members. */
    int memberSize(int index) {
        return ends[index] - start(index);
    }

    private int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    private static boolean isAt(ByteBuffer mine, ByteBuffer body, int at, int end) {
        int size = mine.remaining();
        if (size > end - at) {
            return false;
        }
        // The limit first: a position behind the old limit is refused.
        return mine.mismatch(body.limit(at + size).position(at)) < 0;
    }

    private static boolean endsRun(String topic, int length) {
        // Names that differ in a few digits have hashes that differ in a few bits: spread them.
        int spread = topic.hashCode() * GOLDEN_RATIO;
        return length == MAX_LENGTH || Integer.numberOfLeadingZeros(spread) >= LENGTH_BITS;
    }

    /** Cuts a topic table into runs. Not thread-safe. */
    static final class Cutter {
        private final ByteBuffer body;
        private final UnaryOperator<TopicRun> share;
        private final List<TopicRun> runs = new ArrayList<>();
        private final List<TopicConfig> topics = new ArrayList<>();
        private final int[] ends = new int[MAX_LENGTH];
        private int start;

        /**
         * Creates one that has cut nothing yet.
         *
         * @param body not moved by this
         * @param start of the first member, an index into the body
         * @param share gives, for a run, the one of the same bytes that is kept already, or the run itself
         */
        Cutter(ByteBuffer body, int start, UnaryOperator<TopicRun> share) {
            this.body = body.duplicate().clear();
            this.start = start;
            this.share = share;
        }

        /** Whether the next member begins a run. */
        boolean isBetweenRuns() {
            return topics.isEmpty();
        }

        /** Whether nothing was added yet. */
        boolean isEmpty() {
            return runs.isEmpty() && topics.isEmpty();
        }

        /** Adds the next member, which ends at an index of the body. */
        void add(TopicConfig topic, int end) {
            ends[topics.size()] = end - start;
            topics.add(topic);
            if (endsRun(topic.name(), topics.size())) {
                cut();
            }
        }

        /** Adds a known run that follows; only between runs. */
        void add(TopicRun run) {
            runs.add(run);
            start += run.size();
        }

        /** All runs in their order. */
        List<TopicRun> finish() {
            if (!topics.isEmpty()) {
                cut();
            }
            return runs;
        }

        private void cut() {
            int length = topics.size();
            byte[] bytes = new byte[ends[length - 1]];
            body.get(start, bytes);
            runs.add(share.apply(new TopicRun(bytes, Arrays.copyOf(ends, length), topics)));
            start += bytes.length;
            topics.clear();
        }
    }
}
