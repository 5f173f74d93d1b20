package io.pharos.protocol.frame;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

/**
 * Coverage-guided: any bytes behind a length field give a command that can be written again, or MalformedFrame. The
 * build fuzzes for seconds, {@code ./verify --long} for minutes.
 *
 * <p>No method here has a record in its signature: it would be loaded before it is instrumented, and break.
 */
class FrameFuzz {

    @FuzzTest
    void frame(byte[] bytes) {
        Command command;
        try {
            command = FrameCodec.decode(ByteBuffer.wrap(bytes));
        } catch (MalformedFrame refused) {
            return;
        }
        if (bytes[0] == SerializeType.JSON.code()) {
            LibraryReading.assertSame(command, bytes);
        }
        for (SerializeType type : SerializeType.values()) {
            byte[] again = FrameCodec.encode(command, type);
            try {
                FrameCodec.decode(ByteBuffer.wrap(again, FrameCodec.LENGTH_FIELD, again.length - 4));
            } catch (MalformedFrame wrong) {
                throw new AssertionError("what was read cannot be written and read again: " + command, wrong);
            }
        }
    }
}
