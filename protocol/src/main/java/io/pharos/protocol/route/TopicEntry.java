package io.pharos.protocol.route;

import java.nio.ByteBuffer;

/**
 * One member of the topic table in a registration's JSON body: its bytes, the comma before it included, and what they
 * say. Brokers of a cluster mostly register the same topics, and register them again and again: equal bytes are one
 * object, kept once and decoded once.
 *
 * <p>Immutable but for the count of holders, which belongs to one thread.
 */
public final class TopicEntry {
    private final ByteBuffer bytes;
    private final TopicConfig topic;
    private int holders;

    TopicEntry(byte[] bytes, TopicConfig topic) {
        this.bytes = ByteBuffer.wrap(bytes);
        this.topic = topic;
    }

    /** What the bytes say. */
    public TopicConfig topic() {
        return topic;
    }

    /** Bytes. */
    public int size() {
        return bytes.remaining();
    }

    /** Whether another entry has the same bytes. */
    public boolean sameBytes(TopicEntry other) {
        return bytes.equals(other.bytes);
    }

    /** Counts one more who keeps this entry; true for the first. */
    public boolean hold() {
        return holders++ == 0;
    }

    /** Counts one less who keeps this entry; true for the last. */
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
        int size = bytes.remaining();
        if (size > end - at) {
            return false;
        }
        // The limit first: a position behind the old limit is refused.
        return bytes.mismatch(body.limit(at + size).position(at)) < 0;
    }
}
