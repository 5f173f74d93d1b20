package io.pharos.protocol.auth;

import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * A request that goes out signed.
 *
 * @param request what is asked
 * @param credential that signs it
 */
public record SignedRequest(Request request, Credential credential) implements Request {

    @Override
    public RequestSpec<?> spec() {
        return request.spec();
    }

    @Override
    public ExtFields toExt() {
        return Signatures.signed(request.toExt(), request.toBody(), credential);
    }

    @Override
    public ByteBuffer toBody() {
        return request.toBody();
    }
}
