package io.pharos.protocol.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON header as nearly every peer writes it: the known members, without blanks, escapes or characters outside
 * printable ASCII. {@link JsonHeader} reads whatever this gives up on, and all that this reads it reads the same; it
 * costs four times as much, which was four tenths of a short request.
 */
final class UsualHeader {
    /** So many digits fit an int whatever they are. */
    private static final int MAX_DIGITS = 9;

    private final byte[] bytes;
    private int at;

    /** Set once something is not as usual; what is read from then on means nothing. */
    private boolean unusual;

    private int code;
    private int version;
    private int opaque;
    private int flags;
    private Language language = Language.JAVA;
    private @Nullable String remark;
    private ExtFields ext = ExtFields.EMPTY;

    private UsualHeader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The command, or null when this is not the usual form. */
    static @Nullable Command decode(byte[] header, ByteBuffer body) {
        UsualHeader usual = new UsualHeader(header);
        usual.read();
        return usual.unusual || usual.at != header.length ? null : usual.command(body);
    }

    private Command command(ByteBuffer body) {
        return new Command(code, language, version, opaque, flags, remark, ext, body);
    }

    private void read() {
        expect('{');
        do {
            String name = text();
            expect(':');
            member(name);
        } while (goesOn());
        expect('}');
    }

    private void member(String name) {
        switch (name) {
            case "code" -> code = number();
            case "version" -> version = number();
            case "opaque" -> opaque = number();
            case "flag" -> flags = number();
            case "language" -> language = Language.ofName(text());
            case "remark" -> remark = text();
            case "extFields" -> ext = fields();
            case "serializeTypeCurrentRPC" -> {
                String unused = text();
            }
            default -> unusual = true;
        }
    }

    private ExtFields fields() {
        ExtFields.Builder fields = ExtFields.builder();
        expect('{');
        if (!unusual && at < bytes.length && bytes[at] == '}') {
            at++;
            return ExtFields.EMPTY;
        }
        do {
            String name = text();
            expect(':');
            fields.put(name, text());
        } while (goesOn());
        expect('}');
        return fields.build();
    }

    private int number() {
        boolean negative = at < bytes.length && bytes[at] == '-';
        int first = negative ? at + 1 : at;
        int value = 0;
        int end = first;
        while (end < bytes.length && bytes[end] >= '0' && bytes[end] <= '9' && end - first < MAX_DIGITS) {
            value = value * 10 + bytes[end] - '0';
            end++;
        }
        boolean leadingZero = end - first > 1 && bytes[first] == '0';
        // A tenth digit, a point or an exponent is no end of a member, which the caller finds out.
        unusual |= end == first || leadingZero;
        at = end;
        return negative ? -value : value;
    }

    private String text() {
        expect('"');
        int start = at;
        int end = start;
        while (end < bytes.length && isPlain(bytes[end])) {
            end++;
        }
        at = end;
        expect('"');
        return unusual ? "" : new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private static boolean isPlain(byte character) {
        return character >= ' ' && character < 0x7F && character != '"' && character != '\\';
    }

    private boolean goesOn() {
        boolean comma = !unusual && at < bytes.length && bytes[at] == ',';
        at += comma ? 1 : 0;
        return comma;
    }

    private void expect(char character) {
        if (unusual || at >= bytes.length || bytes[at] != character) {
            unusual = true;
        } else {
            at++;
        }
    }
}
