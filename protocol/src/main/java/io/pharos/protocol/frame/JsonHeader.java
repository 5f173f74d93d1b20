package io.pharos.protocol.frame;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The JSON header: an object with {@code code, language, version, opaque, flag, remark, extFields}. Reading is as
 * lenient as the original is: unknown members are ignored, numbers may be texts, field values may be numbers or
 * booleans. Source: the original's {@code RemotingCommand} and its fastjson configuration.
 */
final class JsonHeader {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(FrameCodec.MAX_HEADER)
                    .maxNameLength(FrameCodec.MAX_HEADER)
                    .build())
            .build();
    private static final JsonStringEncoder ESCAPES = JsonStringEncoder.getInstance();

    private static final byte[] CODE = ascii("{\"code\":");
    private static final byte[] EXT_FIELDS = ascii(",\"extFields\":{");
    private static final byte[] FLAG = ascii(",\"flag\":");
    private static final byte[] LANGUAGE = ascii(",\"language\":\"");
    private static final byte[] OPAQUE = ascii("\",\"opaque\":");
    private static final byte[] REMARK = ascii(",\"remark\":\"");
    private static final byte[] TYPE_AND_VERSION = ascii(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":");
    private static final byte[] COLON = ascii("\":\"");

    private JsonHeader() {}

    static Command decode(byte[] header, ByteBuffer body) throws MalformedFrame {
        try (JsonParser parser = FACTORY.createParser(header)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedFrame("JSON header is no object");
            }
            Fields fields = new Fields();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                fields.read(name, parser);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new MalformedFrame("JSON header does not end with its object");
            }
            return fields.toCommand(body);
        } catch (IOException | RuntimeException notJson) {
            // Whatever the library reports, its table of names full of forged collisions included, means: no header.
            throw new MalformedFrame(
                    "JSON header cannot be read: " + Quoted.bounded(String.valueOf(notJson.getMessage())));
        }
    }

    static void encode(Command command, ByteSink sink) {
        sink.put(CODE);
        sink.putDecimal(command.code());
        if (!command.ext().isEmpty()) {
            sink.put(EXT_FIELDS);
            int first = sink.size();
            command.ext().forEach((name, value) -> {
                if (sink.size() > first) {
                    sink.put((byte) ',');
                }
                sink.put((byte) '"');
                put(name, sink);
                sink.put(COLON);
                put(value, sink);
                sink.put((byte) '"');
            });
            sink.put((byte) '}');
        }
        sink.put(FLAG);
        sink.putDecimal(command.flags());
        sink.put(LANGUAGE);
        sink.putAscii(command.language().name());
        sink.put(OPAQUE);
        sink.putDecimal(command.opaque());
        if (command.remark() != null) {
            sink.put(REMARK);
            put(command.remark(), sink);
            sink.put((byte) '"');
        }
        sink.put(TYPE_AND_VERSION);
        sink.putDecimal(command.version());
        sink.put((byte) '}');
    }

    private static void put(String text, ByteSink sink) {
        boolean surrogates = false;
        boolean plain = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= c >= ' ' && c < 0x7F && c != '"' && c != '\\';
            surrogates |= Character.isSurrogate(c);
        }
        if (plain) {
            sink.putAscii(text);
        } else {
            sink.put(ESCAPES.quoteAsUTF8(surrogates ? withoutHalves(text) : text));
        }
    }

    /** A half of a surrogate pair, which JSON can carry and UTF-8 cannot, becomes a question mark. */
    private static String withoutHalves(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The members read so far. */
    private static final class Fields {
        private int code;
        private int version;
        private int opaque;
        private int flags;
        private Language language = Language.JAVA;
        private @Nullable String remark;
        private ExtFields ext = ExtFields.EMPTY;

        void read(String name, JsonParser parser) throws IOException, MalformedFrame {
            JsonToken token = parser.nextToken();
            switch (name) {
                case "code" -> code = number(name, token, parser);
                case "version" -> version = number(name, token, parser);
                case "opaque" -> opaque = number(name, token, parser);
                case "flag" -> flags = number(name, token, parser);
                case "language" -> language = language(token, parser);
                case "remark" -> remark = text(token, parser);
                case "extFields" -> ext = fields(token, parser);
                default -> parser.skipChildren();
            }
        }

        Command toCommand(ByteBuffer body) {
            return new Command(code, language, version, opaque, flags, remark, ext, body);
        }

        private static int number(String name, JsonToken token, JsonParser parser) throws IOException, MalformedFrame {
            return switch (token) {
                case VALUE_NUMBER_INT -> parser.getIntValue();
                case VALUE_STRING -> Integer.parseInt(parser.getText().trim());
                case VALUE_NULL -> 0;
                default -> throw new MalformedFrame("member " + name + " of a JSON header is no whole number");
            };
        }

        private static Language language(JsonToken token, JsonParser parser) throws IOException {
            if (token == JsonToken.VALUE_NUMBER_INT) {
                return Language.ofCode(parser.getIntValue());
            }
            String name = text(token, parser);
            return name == null ? Language.OTHER : Language.ofName(name);
        }

        private static ExtFields fields(JsonToken token, JsonParser parser) throws IOException, MalformedFrame {
            if (token == JsonToken.VALUE_NULL) {
                return ExtFields.EMPTY;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new MalformedFrame("member extFields of a JSON header is no object");
            }
            ExtFields.Builder fields = ExtFields.builder();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                fields.put(name, text(parser.nextToken(), parser));
            }
            return fields.build();
        }

        /** The text of a scalar; null for {@code null} and for what has no text (an object or array is left out). */
        private static @Nullable String text(JsonToken token, JsonParser parser) throws IOException {
            if (token.isStructStart()) {
                parser.skipChildren();
                return null;
            }
            return token == JsonToken.VALUE_NULL ? null : parser.getText();
        }
    }
}
