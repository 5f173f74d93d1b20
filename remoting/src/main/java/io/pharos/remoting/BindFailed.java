package io.pharos.remoting;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/** A server can't listen; the message names address and port, the reason, and what to do. */
public final class BindFailed extends IOException {
    private static final long serialVersionUID = 1L;

    BindFailed(String address, int port, @Nullable Throwable cause) {
        super("cannot listen on " + address + ":" + port + ": " + reason(cause), cause);
    }

    private static String reason(@Nullable Throwable cause) {
        String text = cause == null ? "" : String.valueOf(cause.getMessage());
        if (text.contains("in use")) {
            return "address in use; stop the other process or choose another listenPort";
        }
        if (text.contains("ermission")) {
            return "permission denied; choose a listenPort above 1023 or start with the right to use it";
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            text = "no such host";
        }
        return "address not available (" + text + "); choose a bindAddress of this machine";
    }
}
