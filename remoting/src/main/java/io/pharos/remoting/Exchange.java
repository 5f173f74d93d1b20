package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import org.jspecify.annotations.Nullable;

/**
 * What a handler may know besides the typed request.
 *
 * @param connection the request came on; answers need not be written by the handler
 * @param command the frame: version, raw fields and body. The body is a view of a network buffer, valid until the
 *     handler's future is complete
 * @param credential name of the one that the request is signed with, as its gate verified; null for none
 */
public record Exchange(
        Connection connection, Command command, @Nullable String credential) {}
