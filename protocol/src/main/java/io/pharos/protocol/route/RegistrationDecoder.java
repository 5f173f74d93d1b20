package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decodes registration bodies, by their differences where the broker's last body is known. Thread-safe. */
public final class RegistrationDecoder {
    private final UnaryOperator<TopicRun> share;

    /**
     * Creates one.
     *
     * @param share gives, for a run of topics, the one of the same bytes that is kept already, or the run itself
     */
    public RegistrationDecoder(UnaryOperator<TopicRun> share) {
        this.share = share;
    }

    /**
     * Reads a body as {@link RegistrationCodec#decode} does; the outcome is the same whatever is known.
     *
     * @param last of the same broker; null when there is none
     * @throws io.pharos.protocol.frame.RequestFailed naming what is wrong
     */
    public Decoded decode(int version, boolean compressed, ByteBuffer body, @Nullable KnownBody last) {
        if (!body.hasRemaining()) {
            return new Decoded(Registration.EMPTY, KnownBody.inOnePiece(new byte[0]));
        }
        boolean plain = !RegistrationCodec.isLegacy(version) && !RegistrationCodec.isDeflated(compressed, body);
        if (plain && last != null && !last.runs().isEmpty()) {
            Decoded byDifference = new RegistrationDifference(body, last, share).decode();
            if (byDifference != null) {
                return byDifference;
            }
        }
        byte[] bytes = Json.bytes(body);
        if (plain) {
            PlainRegistration read = PlainRegistration.read(bytes);
            return new Decoded(read.registration(), read.layout().split(bytes, share));
        }
        Registration registration = RegistrationCodec.isLegacy(version)
                ? PlainRegistration.readLegacy(bytes).registration()
                : DeflatedRegistration.decode(bytes);
        return new Decoded(registration, KnownBody.inOnePiece(bytes));
    }

    /**
     * A decoded body.
     *
     * @param registration what it says
     * @param body to know the next ones by
     */
    public record Decoded(Registration registration, KnownBody body) {}
}
