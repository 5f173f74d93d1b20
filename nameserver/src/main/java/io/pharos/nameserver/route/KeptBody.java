package io.pharos.nameserver.route;

import io.pharos.protocol.route.RegistrationBytes;
import java.nio.ByteBuffer;

/** The body itself; the time stamp that stock brokers put into each one does not count. */
record KeptBody(RegistrationBytes bytes) implements BodyPrint {
    @Override
    public boolean matches(ByteBuffer body) {
        return bytes.sameContent(body);
    }

    @Override
    public int heldBytes() {
        return bytes.size();
    }
}
