package io.pharos.remoting;

import io.pharos.protocol.frame.Command;

/**
 * What a handler may know besides the typed request.
 *
 * @param connection the request came on; answers need not be written by the handler
 * @param command the frame: version, raw fields and body. The body is a view of a network buffer, valid until the
 *     handler's future is complete
 */
public record Exchange(Connection connection, Command command) {}
