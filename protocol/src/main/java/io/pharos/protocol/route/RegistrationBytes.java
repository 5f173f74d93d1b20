package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A kept copy of a registration's body, to tell whether the next one says the same. Stock 5.x brokers stamp each JSON
 * body with the current time in {@code mappingDataVersion}, which nobody reads: digits in there may differ. Immutable.
 */
public final class RegistrationBytes {
    private static final byte[] MAPPING_VERSION = "\"mappingDataVersion\":{".getBytes(StandardCharsets.US_ASCII);

    private static final String VERSION_WITHOUT_DIGITS = "\"counter\":,\"stateVersion\":,\"timestamp\":";
    private static final int MAX_VERSION = 128;

    private final byte[] bytes;
    private final int freeStart;
    private final int freeEnd;

    private RegistrationBytes(byte[] bytes, int freeStart, int freeEnd) {
        this.bytes = bytes;
        this.freeStart = freeStart;
        this.freeEnd = freeEnd;
    }

    /** Copies a body, from position to limit. */
    public static RegistrationBytes of(ByteBuffer body) {
        byte[] bytes = Json.bytes(body);
        int member = onlyMember(bytes);
        if (member < 0) {
            return new RegistrationBytes(bytes, 0, 0);
        }
        int start = member + MAPPING_VERSION.length;
        int end = start;
        while (end < bytes.length && bytes[end] != '}') {
            end++;
        }
        return isVersion(bytes, start, end)
                ? new RegistrationBytes(bytes, start, end)
                : new RegistrationBytes(bytes, 0, 0);
    }

    /** Bytes kept. */
    public int size() {
        return bytes.length;
    }

    /** Whether a body, from position to limit, says the same. Neither copies nor moves it. */
    public boolean sameContent(ByteBuffer body) {
        if (body.remaining() != bytes.length) {
            return false;
        }
        ByteBuffer mine = ByteBuffer.wrap(bytes);
        ByteBuffer theirs = body.duplicate();
        int base = body.position();
        for (int from = 0; ; ) {
            int difference = mine.position(from).mismatch(theirs.position(base + from));
            if (difference < 0) {
                return true;
            }
            int at = from + difference;
            if (at < freeStart || at >= freeEnd || !isDigit(bytes[at]) || !isDigit(theirs.get(base + at))) {
                return false;
            }
            from = at + 1;
        }
    }

    /**
     * Where the member is, if it is there once. A topic's attribute could hold the same text, with its quotes escaped;
     * a name of the same letters elsewhere makes it occur twice, and then every byte counts.
     */
    private static int onlyMember(byte[] bytes) {
        int found = -1;
        if (bytes.length == 0 || bytes[0] != '{') {
            return found;
        }
        for (int at = 0; at <= bytes.length - MAPPING_VERSION.length; at++) {
            if (bytes[at] == '"' && matches(bytes, at)) {
                if (found >= 0) {
                    return -1;
                }
                found = at;
            }
        }
        return found;
    }

    /** Whether it is the version that stock brokers write, and not a topic or attribute of that name. */
    private static boolean isVersion(byte[] bytes, int start, int end) {
        String text = new String(bytes, start, Math.min(end - start, MAX_VERSION), StandardCharsets.US_ASCII);
        return text.replaceAll("[0-9]+", "").equals(VERSION_WITHOUT_DIGITS);
    }

    private static boolean matches(byte[] bytes, int at) {
        for (int i = 0; i < MAPPING_VERSION.length; i++) {
            if (bytes[at + i] != MAPPING_VERSION[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
