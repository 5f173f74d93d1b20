package io.pharos.nameserver.route;

import java.nio.ByteBuffer;

record ExactBodyPrint(ByteBuffer bytes) implements BodyPrint {
    @Override
    public boolean matches(ByteBuffer body) {
        return bytes.remaining() == body.remaining() && bytes.mismatch(body) < 0;
    }

    @Override
    public int heldBytes() {
        return bytes.remaining();
    }
}
