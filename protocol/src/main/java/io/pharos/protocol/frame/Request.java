package io.pharos.protocol.frame;

import java.nio.ByteBuffer;

/** A typed request: the client's side of a {@link RequestSpec}. */
public interface Request {

    /** Its code, name and decoder. */
    RequestSpec<?> spec();

    /** The header fields as sent. */
    ExtFields toExt();

    /** The body as sent; empty for none. */
    default ByteBuffer toBody() {
        return Command.NO_BODY;
    }
}
