package io.pharos.nameserver.route;

import io.pharos.protocol.route.RegistrationBytes;
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

    /** A print that keeps a copy of a body. */
    static BodyPrint of(ByteBuffer body) {
        return new KeptBody(RegistrationBytes.of(body));
    }
}
