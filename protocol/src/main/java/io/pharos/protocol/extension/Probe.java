package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * PROBE (31030): a name server asks a broker for a sign of life, over the connection that the broker registered on. An
 * extension.
 *
 * <p>Any answer is one. Stock brokers (4.9.7, 5.5.0) have no handler for requests that come over this connection: they
 * answer whatever they are sent by code 3 at once, and write a line to their log.
 */
public record Probe() implements Request {
    /** Wire identity. */
    public static final RequestSpec<Probe> SPEC = new RequestSpec<>(31_030, "PROBE", Probe::decode);

    private static Probe decode(Command ignored) {
        return new Probe();
    }

    @Override
    public RequestSpec<Probe> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }
}
