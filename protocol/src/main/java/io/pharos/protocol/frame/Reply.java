package io.pharos.protocol.frame;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers; the opaque and the response bit are the dispatcher's.
 *
 * @param code see {@link ResponseCode}
 * @param remark text for people; null for none
 * @param ext typed answer fields
 * @param body from position to limit; empty for none. Not changed after the reply was given
 */
public record Reply(int code, @Nullable String remark, ExtFields ext, ByteBuffer body) {
    /** Success without fields or body. */
    public static final Reply OK = new Reply(ResponseCode.SUCCESS, null, ExtFields.EMPTY, Command.NO_BODY);

    /** Success with fields. */
    public static Reply ok(ExtFields ext) {
        return new Reply(ResponseCode.SUCCESS, null, ext, Command.NO_BODY);
    }

    /** Success with a body. */
    public static Reply ok(byte[] body) {
        return new Reply(ResponseCode.SUCCESS, null, ExtFields.EMPTY, ByteBuffer.wrap(body));
    }

    /** Success with fields and a body. */
    public static Reply ok(ExtFields ext, byte[] body) {
        return new Reply(ResponseCode.SUCCESS, null, ext, ByteBuffer.wrap(body));
    }

    /** A refusal. */
    public static Reply failed(int code, String remark) {
        return new Reply(code, remark, ExtFields.EMPTY, Command.NO_BODY);
    }
}
