package io.pharos.remoting;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pharos.protocol.frame.MalformedFrame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into frames. Frames that lie within one read are not copied; one that spans reads is copied
 * once, when its last byte has come. What a length field promises is never allocated before it arrives.
 *
 * <p>Confined to its connection's event loop. Buffers given to it are its own to release.
 */
final class FrameAssembler {
    private static final int LENGTH_FIELD = 4;
    private static final int SMALL_PART = 512;
    private static final int COUNTED_FROM = 16 * 1024;

    private final ByteBufAllocator allocator;
    private final int frameLimit;
    private final ByteBudget budget;

    private @Nullable ArrayDeque<ByteBuf> stalled;
    private @Nullable List<ByteBuf> parts;
    private int arrived;
    private int expected;
    private long weight;
    private long reserved;

    FrameAssembler(ByteBufAllocator allocator, int frameLimit, ByteBudget budget) {
        this.allocator = allocator;
        this.frameLimit = frameLimit;
        this.budget = budget;
    }

    /** Takes frames one by one. */
    @FunctionalInterface
    interface Sink {

        /**
         * Takes a frame.
         *
         * @param owner holds the bytes; retained by who needs them after the call
         * @param frame from the byte after the length field to the frame's end; reused for the next frame
         * @return whether the next frame may come now; if not, {@link #resume} continues
         */
        boolean frame(ByteBuf owner, ByteBuffer frame) throws MalformedFrame;
    }

    /** Adds what was read and gives on each frame that is whole. */
    void add(ByteBuf bytes, Sink sink) throws MalformedFrame {
        if (stalled != null) {
            stalled.add(bytes);
            return;
        }
        process(bytes, sink);
    }

    /** Goes on after a sink that wanted to wait. */
    void resume(Sink sink) throws MalformedFrame {
        ArrayDeque<ByteBuf> waiting = stalled;
        stalled = null;
        while (waiting != null && !waiting.isEmpty()) {
            ByteBuf next = waiting.remove();
            try {
                process(next, sink);
            } catch (MalformedFrame malformed) {
                waiting.forEach(ByteBuf::release);
                throw malformed;
            }
            if (stalled != null) {
                stalled.addAll(waiting);
                return;
            }
        }
    }

    /** Forgets what is incomplete. */
    void release() {
        if (stalled != null) {
            stalled.forEach(ByteBuf::release);
            stalled = null;
        }
        dropParts();
    }

    private void process(ByteBuf bytes, Sink sink) throws MalformedFrame {
        boolean kept = false;
        try {
            boolean more = true;
            if (parts != null) {
                if (!completes(bytes)) {
                    kept = append(bytes);
                    return;
                }
                more = giveJoined(bytes, sink);
            }
            if (more && holdsFrame(bytes)) {
                more = giveFrames(bytes, sink);
            }
            if (more) {
                kept = append(bytes);
            } else {
                stalled = new ArrayDeque<>(4);
                if (bytes.isReadable()) {
                    stalled.add(bytes);
                    kept = true;
                }
            }
        } finally {
            if (!kept) {
                bytes.release();
            }
        }
    }

    private boolean holdsFrame(ByteBuf bytes) throws MalformedFrame {
        return bytes.readableBytes() >= LENGTH_FIELD
                && bytes.readableBytes() >= sizeOf(bytes.getInt(bytes.readerIndex()));
    }

    private boolean giveFrames(ByteBuf bytes, Sink sink) throws MalformedFrame {
        int start = bytes.readerIndex();
        ByteBuffer view = bytes.nioBuffer(start, bytes.readableBytes());
        int offset = 0;
        boolean more = true;
        while (more && holdsFrame(bytes)) {
            int size = sizeOf(bytes.getInt(start + offset));
            view.limit(offset + size).position(offset + LENGTH_FIELD);
            offset += size;
            bytes.readerIndex(start + offset);
            more = sink.frame(bytes, view);
            view.clear();
        }
        return more;
    }

    /** Whether the bytes bring the frame in {@link #parts} to its end; learns the frame's size on the way. */
    private boolean completes(ByteBuf bytes) throws MalformedFrame {
        while (arrived < LENGTH_FIELD && bytes.isReadable()) {
            tail().writeByte(bytes.readByte());
            arrived++;
        }
        if (arrived < LENGTH_FIELD) {
            return false;
        }
        if (expected == 0) {
            ByteBuf first = tail();
            expected = sizeOf(first.getInt(first.readerIndex()));
        }
        return arrived + bytes.readableBytes() >= expected;
    }

    private boolean giveJoined(ByteBuf bytes, Sink sink) throws MalformedFrame {
        List<ByteBuf> collected = held();
        int missing = expected - arrived;
        ByteBuf joined;
        if (collected.size() == 1 && collected.get(0).writableBytes() >= missing) {
            joined = collected.get(0).retain();
        } else {
            joined = allocator.buffer(expected);
            for (ByteBuf part : collected) {
                joined.writeBytes(part, part.readerIndex(), part.readableBytes());
            }
        }
        try {
            joined.writeBytes(bytes, missing);
            int size = expected;
            dropParts();
            return sink.frame(joined, joined.nioBuffer(joined.readerIndex() + LENGTH_FIELD, size - LENGTH_FIELD));
        } finally {
            joined.release();
        }
    }

    /** Keeps the start or middle of a frame; true when the buffer itself was kept. */
    private boolean append(ByteBuf bytes) throws MalformedFrame {
        int size = bytes.readableBytes();
        if (size == 0) {
            return false;
        }
        if (parts == null) {
            parts = new ArrayList<>(4);
            if (size >= LENGTH_FIELD) {
                expected = sizeOf(bytes.getInt(bytes.readerIndex()));
            }
        } else if (!parts.isEmpty() && tail().writableBytes() >= size) {
            tail().writeBytes(bytes);
            arrived += size;
            return false;
        }
        arrived += size;
        boolean wasteful = size < LENGTH_FIELD || bytes.capacity() > 4 * Math.max(size, SMALL_PART);
        int capacity = wasteful ? Math.max(size, SMALL_PART) : bytes.capacity();
        count(capacity);
        held().add(wasteful ? allocator.buffer(capacity).writeBytes(bytes) : bytes);
        return !wasteful;
    }

    /**
     * Counts what is held against the budget of all connections, once it is more than nearly every connection holds now
     * and then. It is the sum that counts: a frame may come in parts that are all small.
     */
    private void count(int capacity) throws MalformedFrame {
        weight += capacity;
        if (weight >= COUNTED_FROM) {
            if (!budget.reserve(weight - reserved)) {
                throw new MalformedFrame("the memory for frames that have not arrived in full is used up");
            }
            reserved = weight;
        }
    }

    private int sizeOf(int total) throws MalformedFrame {
        if (total < LENGTH_FIELD || total > frameLimit - LENGTH_FIELD) {
            throw new MalformedFrame("length field is " + total + "; it must be from 4 to " + (frameLimit - 4));
        }
        return total + LENGTH_FIELD;
    }

    private List<ByteBuf> held() {
        if (parts == null) {
            throw new IllegalStateException("no part of a frame is held");
        }
        return parts;
    }

    private ByteBuf tail() {
        List<ByteBuf> collected = held();
        return collected.get(collected.size() - 1);
    }

    private void dropParts() {
        if (parts != null) {
            parts.forEach(ByteBuf::release);
            parts = null;
        }
        arrived = 0;
        expected = 0;
        weight = 0;
        if (reserved > 0) {
            budget.release(reserved);
            reserved = 0;
        }
    }
}
