package io.pharos.protocol.frame;

import java.util.function.Function;

/**
 * The wire identity of a request: its code, its name and how a frame becomes a value. Each request record holds its
 * own as {@code SPEC}.
 *
 * @param code request code
 * @param name upper case, as in the original's {@code RequestCode}
 * @param decoder reads header fields (and keeps the body); throws {@link RequestFailed} that names a missing or
 *     impossible field
 * @param <Q> the request's record
 */
public record RequestSpec<Q extends Request>(int code, String name, Function<Command, Q> decoder) {

    /** Reads a frame. */
    public Q decode(Command command) {
        return decoder.apply(command);
    }
}
