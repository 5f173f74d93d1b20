package io.pharos.protocol.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON header as nearly every peer writes it: the known members, without blanks, escapes or characters outside
 * printable ASCII. {@link JsonHeader} reads whatever this gives up on, and all that this reads it reads the same; it
 * takes twice the time, and reading headers was four tenths of a short request's.
 */
final class UsualHeader {
    /** So many digits fit an int whatever they are. */
    private static final int MAX_DIGITS = 9;

    private static final byte[] CODE = ascii("code\":");
    private static final byte[] FLAG = ascii("flag\":");
    private static final byte[] OPAQUE = ascii("opaque\":");
    private static final byte[] VERSION = ascii("version\":");
    private static final byte[] LANGUAGE = ascii("language\":");
    private static final byte[] EXT_FIELDS = ascii("extFields\":");
    private static final byte[] REMARK = ascii("remark\":");
    private static final byte[] SERIALIZE_TYPE = ascii("serializeTypeCurrentRPC\":");

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
            member();
        } while (goesOn());
        expect('}');
    }

    private void member() {
        expect('"');
        if (follows(CODE)) {
            code = number();
        } else if (follows(FLAG)) {
            flags = number();
        } else if (follows(OPAQUE)) {
            opaque = number();
        } else if (follows(VERSION)) {
            version = number();
        } else if (follows(LANGUAGE)) {
            language = Language.ofName(text());
        } else if (follows(EXT_FIELDS)) {
            ext = fields();
        } else if (follows(REMARK)) {
            remark = text();
        } else if (follows(SERIALIZE_TYPE)) {
            String unused = text();
        } else {
            unusual = true;
        }
    }

    /** Whether these bytes come next; they are passed by then. Names are compared in place, not made texts of. */
    private boolean follows(byte[] name) {
        int end = at + name.length;
        if (unusual || end > bytes.length || !Arrays.equals(bytes, at, end, name, 0, name.length)) {
            return false;
        }
        at = end;
        return true;
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
