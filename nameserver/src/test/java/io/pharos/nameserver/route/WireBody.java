package io.pharos.nameserver.route;

import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A registration as it comes off the wire.
 *
 * @param form how it is written
 * @param bytes of the body
 */
record WireBody(Form form, ByteBuffer bytes) {
    static final List<Form> FORMS = List.of(Form.values());

    /** The forms that stock brokers send. */
    enum Form {
        PLAIN,
        DEFLATED,
        /** Deflated, though the header says that it is not. */
        DEFLATED_UNSAID,
        /** Of peers before 3.0.11. */
        BARE
    }

    /**
     * Writes one.
     *
     * @param millis that a stock broker stamps into the plain form
     */
    static WireBody of(Form form, Registration registration, long millis) {
        byte[] bytes = switch (form) {
            case PLAIN -> RegistrationCodec.encodePlain(registration, millis);
            case DEFLATED, DEFLATED_UNSAID -> RegistrationCodec.encodeDeflated(registration, true);
            case BARE -> RegistrationCodec.encodeLegacy(registration);
        };
        return new WireBody(form, ByteBuffer.wrap(bytes));
    }

    /** Reads it with nothing known of the broker. */
    Registration decode() {
        return RegistrationCodec.decode(version(), form == Form.DEFLATED, bytes);
    }

    /** Reads it as the server does. */
    RegistrationDecoder.Decoded decode(Routes routes, BrokerIdentity identity) {
        return routes.decode(identity, version(), form == Form.DEFLATED, bytes);
    }

    private int version() {
        return form == Form.BARE ? RegistrationCodec.FIRST_FULL_VERSION - 1 : 401;
    }
}
