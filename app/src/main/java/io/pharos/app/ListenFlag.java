package io.pharos.app;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads {@code PORT}, {@code HOST:PORT} or {@code [IPV6]:PORT}. */
final class ListenFlag {
    private ListenFlag() {}

    /** Settings for the address, if one is given, and the port; their ranges are the configuration's to check. */
    static Map<String, String> parse(String text, CommandLine line) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (port.isEmpty() || colon == 0) {
            throw new ParameterException(line, "--listen [" + text + "] must be PORT or ADDRESS:PORT");
        }
        if (colon < 0) {
            return Map.of("listenPort", port);
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return Map.of("listenPort", port, "bindAddress", bracketed ? host.substring(1, host.length() - 1) : host);
    }
}
