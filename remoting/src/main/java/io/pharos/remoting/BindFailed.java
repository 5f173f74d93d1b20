package io.pharos.remoting;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/** A server can't listen; the message names address and port, the reason, and what to do. */
public final class BindFailed extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Says so.
     *
     * @param setting names of the keys to change
     * @param cause what the system said; null when it said nothing
     */
    public BindFailed(String address, int port, Setting setting, @Nullable Throwable cause) {
        super("cannot listen on " + address + ":" + port + ": " + reason(setting, cause), cause);
    }

    private static String reason(Setting setting, @Nullable Throwable cause) {
        String text = cause == null ? "" : String.valueOf(cause.getMessage());
        if (text.contains("in use")) {
            return "address in use; stop the other process or choose another " + setting.port() + setting.orElse();
        }
        if (text.contains("ermission")) {
            return "permission denied; choose a " + setting.port() + " above 1023 or start with the right to use it"
                    + setting.orElse();
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            text = "no such host";
        }
        return "address not available (" + text + "); choose a " + setting.address() + " of this machine"
                + setting.orElse();
    }

    /**
     * What an operator changes.
     *
     * @param address key of the address
     * @param port key of the port
     * @param orElse a further remedy, with what goes before it; empty for none
     */
    public record Setting(String address, String port, String orElse) {}
}
