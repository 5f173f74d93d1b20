package io.pharos.protocol.frame;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One frame: a request or an answer. Immutable but for the position of {@link #body()}, which readers take a duplicate
 * of.
 *
 * @param code request code, or response code in an answer
 * @param language of the sender
 * @param version ordinal of the sender's release in the original's version list; 0 when not said
 * @param opaque correlates an answer with its request; chosen by the requester
 * @param flags bit 0 marks an answer, bit 1 a one-way request
 * @param remark free text, error text in answers; null when absent (the wire can't tell it from empty in binary form)
 * @param ext extension fields
 * @param body raw bytes from position to limit; empty when the frame has none. A received body may be a view of a
 *     network buffer: it is valid until the request has been answered, and who keeps it copies it
 */
public record Command(
        int code,
        Language language,
        int version,
        int opaque,
        int flags,
        @Nullable String remark,
        ExtFields ext,
        ByteBuffer body) {
    /** The body of a frame that has none. */
    public static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** The version that Pharos announces: that of the original 5.5.0, whose behaviour it has. */
    public static final int VERSION = 513;

    private static final int RESPONSE = 1;
    private static final int ONE_WAY = 2;

    /** A request from this process. */
    public static Command request(int code, int opaque, ExtFields ext, ByteBuffer body) {
        return new Command(code, Language.JAVA, VERSION, opaque, 0, null, ext, body);
    }

    /** A request from this process to which no answer may come. */
    public static Command oneWay(int code, int opaque, ExtFields ext, ByteBuffer body) {
        return new Command(code, Language.JAVA, VERSION, opaque, ONE_WAY, null, ext, body);
    }

    /** An answer from this process. */
    public static Command response(int opaque, Reply reply) {
        return new Command(
                reply.code(), Language.JAVA, VERSION, opaque, RESPONSE, reply.remark(), reply.ext(), reply.body());
    }

    public boolean isResponse() {
        return (flags & RESPONSE) != 0;
    }

    public boolean isOneWay() {
        return (flags & ONE_WAY) != 0;
    }
}
