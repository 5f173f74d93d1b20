package io.pharos.protocol.route;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Coverage-guided: any body in any form gives a registration that survives writing and reading in the forms that carry
 * all of it, or a refusal. The build fuzzes for seconds, {@code ./verify --long} for minutes.
 */
class RegistrationFuzz {

    @FuzzTest
    void registration(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        int form = bytes[0];
        byte[] body = Arrays.copyOfRange(bytes, 1, bytes.length);
        Registration registration;
        try {
            registration = RegistrationCodec.decode(
                    (form & 1) == 0 ? RegistrationCodec.FIRST_FULL_VERSION : 0, (form & 2) != 0, ByteBuffer.wrap(body));
        } catch (RequestFailed refused) {
            return;
        }
        if (!RegistrationBytes.of(ByteBuffer.wrap(body)).sameContent(ByteBuffer.wrap(body))) {
            throw new AssertionError("a body differs from itself");
        }
        byte[] again = RegistrationCodec.encodePlain(registration, 0);
        Registration read =
                RegistrationCodec.decode(RegistrationCodec.FIRST_FULL_VERSION, false, ByteBuffer.wrap(again));
        if (!read.topics().equals(registration.topics())
                || !read.dataVersion().equals(registration.dataVersion())
                || !read.mappings().equals(registration.mappings())) {
            throw new AssertionError("what was read cannot be written and read again: " + registration);
        }
    }
}
