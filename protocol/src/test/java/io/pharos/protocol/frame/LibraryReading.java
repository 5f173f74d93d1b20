package io.pharos.protocol.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The JSON library's reading of headers, against which the short way is judged. */
final class LibraryReading {
    private LibraryReading() {}

    /** Fails unless the library reads the header of a frame, given without its length field, as this command. */
    static void assertSame(Command command, byte[] frame) {
        int length = ByteBuffer.wrap(frame).getInt() & FrameCodec.MAX_HEADER;
        try {
            Command same = JsonHeader.decode(Arrays.copyOfRange(frame, 4, 4 + length), command.body());
            if (!same.equals(command)) {
                throw new AssertionError("read differently: " + command + " and " + same);
            }
        } catch (MalformedFrame wrong) {
            throw new AssertionError("not read by the library: " + command, wrong);
        }
    }
}
