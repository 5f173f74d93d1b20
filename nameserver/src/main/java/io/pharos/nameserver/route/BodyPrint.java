package io.pharos.nameserver.route;

import java.nio.ByteBuffer;

/** What is kept of an applied registration body to know it again. Immutable and thread-safe. */
public interface BodyPrint {

    /**
     * Whether a body says the same as the one this was taken from.
     *
     * @param body from position to limit; neither is moved
     */
    boolean matches(ByteBuffer body);

    /** Memory that the print holds. */
    int heldBytes();

    /** A print that keeps a copy of the bytes and matches exactly those. */
    static BodyPrint exact(ByteBuffer body) {
        byte[] copy = new byte[body.remaining()];
        body.duplicate().get(copy);
        return new ExactBodyPrint(ByteBuffer.wrap(copy).asReadOnlyBuffer());
    }
}
