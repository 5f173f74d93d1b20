package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;

/**
 * UPDATE_NAMESRV_CONFIG (318): changes configuration keys.
 *
 * <p>Answers: 0, 16 for a key that must not change, or 1. Source: the original's {@code DefaultRequestProcessor}.
 *
 * @param body lines {@code key=value} in UTF-8; shared, not copied
 */
public record UpdateNamesrvConfig(ByteBuffer body) implements Request {
    /** Wire identity. */
    public static final RequestSpec<UpdateNamesrvConfig> SPEC =
            new RequestSpec<>(318, "UPDATE_NAMESRV_CONFIG", UpdateNamesrvConfig::decode);

    private static UpdateNamesrvConfig decode(Command command) {
        return new UpdateNamesrvConfig(command.body());
    }

    @Override
    public RequestSpec<UpdateNamesrvConfig> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.EMPTY;
    }

    @Override
    public ByteBuffer toBody() {
        return body;
    }
}
