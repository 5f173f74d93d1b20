package io.pharos.nameserver.config;

import java.util.List;

/** A configuration that the server does not start with. The message is one line that lists every problem. */
public final class InvalidConfig extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidConfig(List<String> problems) {
        super("invalid configuration: " + String.join("; ", problems), null, false, false);
    }
}
