package io.pharos.protocol.route;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Coverage-guided: any body in any form gives a registration that survives writing and reading in the forms that carry
 * all of it, or a refusal; and the same, whether or not the body before it is known. The build fuzzes for seconds,
 * {@code ./verify --long} for minutes.
 */
class RegistrationFuzz {
    private static final RegistrationDecoder DECODER = new RegistrationDecoder(UnaryOperator.identity());
    private static final KnownBody KNOWN = DECODER.decode(
                    RegistrationCodec.FIRST_FULL_VERSION,
                    false,
                    ByteBuffer.wrap(RegistrationCodec.encodePlain(Bodies.small(), 1)),
                    null)
            .body();

    @FuzzTest
    void registration(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        int form = bytes[0];
        byte[] body = Arrays.copyOfRange(bytes, 1, bytes.length);
        RegistrationDecoder.Decoded decoded = decode(form, body, null);
        RegistrationDecoder.Decoded byDifference = decode(form, body, KNOWN);
        if (decoded == null || byDifference == null) {
            if (decoded != null || byDifference != null) {
                throw new AssertionError("refused only with or only without a known body");
            }
            return;
        }
        Registration registration = decoded.registration();
        if (!byDifference.registration().equals(registration)) {
            throw new AssertionError("read by difference as " + byDifference.registration() + " not " + registration);
        }
        if (!decoded.body().sameContent(ByteBuffer.wrap(body))
                || !byDifference.body().sameContent(ByteBuffer.wrap(body))) {
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

    private static RegistrationDecoder.@Nullable Decoded decode(int form, byte[] body, @Nullable KnownBody last) {
        int version = (form & 1) == 0 ? RegistrationCodec.FIRST_FULL_VERSION : 0;
        try {
            return DECODER.decode(version, (form & 2) != 0, ByteBuffer.wrap(body), last);
        } catch (RequestFailed refused) {
            return null;
        }
    }
}
