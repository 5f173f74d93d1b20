package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The JSON dialect of bodies: written by Jackson, read leniently (bare integer keys, numbers as texts, unknown members
 * skipped). Whatever is wrong with a body becomes a {@link RequestFailed} that names it.
 */
public final class Json {
    private static final int MAX_TEXT = 16 * 1024 * 1024;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // Topic names are field names: thousands of them are no attack.
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(MAX_TEXT)
                    .maxNameLength(MAX_TEXT)
                    .build())
            .build();

    private Json() {}

    /** Writes a document. */
    @FunctionalInterface
    public interface Writing {
        void to(JsonGenerator json) throws IOException;
    }

    /** Reads a document whose first token is current. */
    @FunctionalInterface
    public interface Reading<T> {
        T from(JsonParser json) throws IOException;
    }

    /** Takes one member of an object, its value being the current token. */
    @FunctionalInterface
    public interface Member {
        void read(String name, JsonParser json) throws IOException;
    }

    /** Writes a document to memory. */
    public static byte[] write(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            writing.to(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a body.
     *
     * @param what names the body in refusals
     */
    static <T> T read(String what, byte[] bytes, int offset, int length, Reading<T> reading) {
        return parse(what, bytes, offset, length, json -> {
            T value = reading.from(json);
            if (json.nextToken() != null) {
                throw refused(what, "more follows behind its end");
            }
            return value;
        });
    }

    /** Reads what a text begins with; what follows is not looked at. */
    static <T> T readStart(String what, byte[] bytes, Reading<T> reading) {
        return parse(what, bytes, 0, bytes.length, reading);
    }

    private static <T> T parse(String what, byte[] bytes, int offset, int length, Reading<T> reading) {
        try (JsonParser json = FACTORY.createParser(bytes, offset, length)) {
            json.nextToken();
            return reading.from(json);
        } catch (RequestFailed refused) {
            throw refused;
        } catch (IOException | RuntimeException unreadable) {
            throw refused(what, "it cannot be read: " + Quoted.bounded(String.valueOf(unreadable.getMessage())));
        }
    }

    /**
     * Reads a body from position to limit.
     *
     * @param what names the body in refusals
     */
    public static <T> T read(String what, ByteBuffer body, Reading<T> reading) {
        byte[] bytes = bytes(body);
        return read(what, bytes, 0, bytes.length, reading);
    }

    static byte[] bytes(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(body.position(), bytes);
        return bytes;
    }

    /** The refusal of a body. */
    public static RequestFailed refused(String what, String why) {
        return new RequestFailed(ResponseCode.SYSTEM_ERROR, what + " refused: " + why);
    }

    /** Gives each member of the current object; null counts as an object without members. */
    public static void object(String what, JsonParser json, Member member) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        if (token != JsonToken.START_OBJECT) {
            throw refused(what, "an object is expected, found " + (token == null ? "nothing" : token.name()));
        }
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            member.read(name, json);
        }
        if (json.currentToken() != JsonToken.END_OBJECT) {
            throw refused(what, "an object is not closed");
        }
    }

    static int integer(String what, JsonParser json) throws IOException {
        long value = number(what, json);
        if (value != (int) value) {
            throw refused(what, value + " does not fit into 32 bits");
        }
        return (int) value;
    }

    /** A whole number, as a number or a text; 0 for null. */
    public static long number(String what, JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_STRING -> parse(what, json.getText());
            case VALUE_NULL -> 0;
            default -> throw refused(what, "a whole number is expected, found " + json.currentToken());
        };
    }

    static long parse(String what, String text) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException notANumber) {
            throw refused(what, "[" + Quoted.bounded(text) + "] is no whole number");
        }
    }

    /** Whether a scalar says true; anything else, skipped, does not. */
    public static boolean flag(JsonParser json) throws IOException {
        return "true".equalsIgnoreCase(text(json));
    }

    /** The text of a scalar; null for null and for what has no text, which is skipped. */
    public static @Nullable String text(JsonParser json) throws IOException {
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
            return null;
        }
        return json.currentToken() == JsonToken.VALUE_NULL ? null : json.getText();
    }
}
