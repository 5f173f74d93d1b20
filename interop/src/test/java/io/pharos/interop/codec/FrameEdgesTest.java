package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Language;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.rocketmq.remoting.protocol.LanguageCode;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where frames of the two sides meet a limit, or are read differently on purpose. */
class FrameEdgesTest {
    private static final int HEADER_AT = 8;
    private static final int LANGUAGE_AT = 10;

    @Test
    void languagesHaveTheSameNamesAndNumbers() {
        Map<String, Byte> ours = new HashMap<>();
        Arrays.stream(Language.values()).forEach(language -> ours.put(language.name(), language.code()));
        Map<String, Byte> theirs = new HashMap<>();
        Arrays.stream(LanguageCode.values()).forEach(language -> theirs.put(language.name(), language.getCode()));

        assertThat(ours).isEqualTo(theirs);
    }

    @Test
    void headerTypesHaveTheSameNamesAndNumbers() {
        for (SerializeType theirs : SerializeType.values()) {
            assertThat(io.pharos.protocol.frame.SerializeType.valueOf(theirs.name())
                            .code())
                    .isEqualTo(theirs.getCode());
        }
        assertThat(io.pharos.protocol.frame.SerializeType.values()).hasSameSizeAs(SerializeType.values());
    }

    /** The original loses the upper half of the code. */
    @ParameterizedTest
    @ValueSource(ints = {32_768, 200_050, -32_769, Integer.MAX_VALUE})
    void aCodeOverSixteenBitsIsWrittenAsJsonByUsAndCutOffByTheOriginal(int code) throws Exception {
        Frame frame = frame(code, "why", Map.of("k", "v"));

        RemotingCommand ours = Wire.readByThem(Wire.writtenByUs(Wire.ours(frame), SerializeType.ROCKETMQ));
        Command theirs = Wire.readByUs(Wire.writtenByThem(Wire.theirs(frame, SerializeType.ROCKETMQ)));

        assertThat(ours.getSerializeTypeCurrentRPC()).isEqualTo(SerializeType.JSON);
        assertThat(Frame.of(ours)).isEqualTo(frame);
        assertThat(theirs.code()).isEqualTo((short) code);
    }

    @ParameterizedTest
    @ValueSource(ints = {32_768, 65_535, 65_536, -1})
    void aVersionOverSixteenBitsIsCutOffByBothInTheSameWay(int version) throws Exception {
        Frame frame = new Frame(10, "GO", version, 7, 0, null, Map.of(), Command.NO_BODY);

        byte[] ours = Wire.writtenByUs(Wire.ours(frame), SerializeType.ROCKETMQ);

        assertThat(ours).isEqualTo(Wire.writtenByThem(Wire.theirs(frame, SerializeType.ROCKETMQ)));
        assertThat(Wire.readByUs(ours).version())
                .isEqualTo(Wire.readByThem(ours).getVersion())
                .isEqualTo((short) version);
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyRemarkIsAbsentInTheBinaryFormAlone(SerializeType type) throws Exception {
        Frame frame = frame(10, "", Map.of());
        @Nullable String expected = type == SerializeType.JSON ? "" : null;

        assertThat(Wire.readByThem(Wire.writtenByUs(Wire.ours(frame), type)).getRemark())
                .isEqualTo(expected);
        assertThat(Wire.readByUs(Wire.writtenByThem(Wire.theirs(frame, type))).remark())
                .isEqualTo(expected);
        assertThat(Wire.readByUs(Wire.writtenByUs(Wire.ours(frame), type)).remark())
                .isEqualTo(expected);
    }

    /** The original keeps such a field with null for its value, which no look-up tells from an absent one. */
    @Test
    void anEmptyValueIsAbsentInTheBinaryForm() throws Exception {
        Frame frame = frame(10, null, Map.of("empty", "", "k", "v"));

        Command ours = Wire.readByUs(Wire.writtenByThem(Wire.theirs(frame, SerializeType.ROCKETMQ)));
        RemotingCommand theirs = Wire.readByThem(Wire.writtenByUs(Wire.ours(frame), SerializeType.ROCKETMQ));

        assertThat(ours.ext()).isEqualTo(ExtFields.of("k", "v"));
        assertThat(theirs.getExtFields()).containsEntry("empty", null).containsEntry("k", "v");
        assertThat(Frame.of(Wire.readByThem(Wire.writtenByUs(Wire.ours(frame), SerializeType.JSON))))
                .isEqualTo(frame);
        assertThat(Frame.of(Wire.readByUs(Wire.writtenByThem(Wire.theirs(frame, SerializeType.JSON)))))
                .isEqualTo(frame);
    }

    /** The original has a null name for it, which no header class asks for. */
    @Test
    void anEmptyNameIsLeftOutOfTheBinaryFormByUs() throws Exception {
        Frame frame = frame(10, null, Map.of("", "nameless", "k", "v"));

        Command ours = Wire.readByUs(Wire.writtenByThem(Wire.theirs(frame, SerializeType.ROCKETMQ)));
        RemotingCommand theirs = Wire.readByThem(Wire.writtenByUs(Wire.ours(frame), SerializeType.ROCKETMQ));

        assertThat(ours.ext()).isEqualTo(ExtFields.of("k", "v"));
        assertThat(theirs.getExtFields()).containsEntry(null, "nameless").containsEntry("k", "v");
    }

    /** A fault of its JSON library, which meets the original's own frames as well; values are not affected. */
    @Test
    void theOriginalCannotReadANameThatHasBothAnEscapeAndAFourByteCharacter() throws Exception {
        Frame frame = frame(10, "\"\uD83D\uDE00", Map.of("\"\uD83D\uDE00", "\"\uD83D\uDE00"));
        byte[] theirs = Wire.writtenByThem(Wire.theirs(frame, SerializeType.JSON));

        assertThatThrownBy(() -> Wire.readByThem(theirs)).hasMessageContaining("malformed input");
        assertThat(Frame.of(Wire.readByUs(theirs))).isEqualTo(frame);
    }

    @ParameterizedTest
    @EnumSource
    void ofARepeatedNameTheLastValueCounts(SerializeType type) throws Exception {
        ExtFields twice = ExtFields.builder()
                .put("k", "first")
                .put("other", "x")
                .put("k", "last")
                .build();
        byte[] bytes = Wire.writtenByUs(Command.request(10, 1, twice, Command.NO_BODY), type);

        assertThat(Wire.readByUs(bytes).ext().get("k"))
                .isEqualTo(Wire.readByThem(bytes).getExtFields().get("k"))
                .isEqualTo("last");
    }

    /** A name that one of the next releases brings must not cost the frame. */
    @Test
    void anUnknownLanguageIsOtherHereAndNullInTheOriginal() throws Exception {
        byte[] binary = Wire.writtenByThem(Wire.theirs(frame(10, null, Map.of()), SerializeType.ROCKETMQ));
        binary[LANGUAGE_AT] = 99;
        byte[] json = json("{\"code\":10,\"flag\":0,\"language\":\"COBOL\",\"opaque\":1,\"version\":513}");

        assertThat(Wire.readByThem(binary).getLanguage()).isNull();
        assertThat(Wire.readByThem(json).getLanguage()).isNull();
        assertThat(Wire.readByUs(binary).language()).isEqualTo(Language.OTHER);
        assertThat(Wire.readByUs(json).language()).isEqualTo(Language.OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"code\":\"105\",\"version\":\"513\",\"opaque\":\"-7\",\"flag\":\"2\"}",
                "{\"code\":105,\"extFields\":null,\"remark\":null,\"language\":\"GO\"}",
                "{\"code\":105,\"extFields\":{\"n\":5,\"b\":true,\"z\":null,\"t\":\"x\"}}",
                "{\"code\":105,\"unknown\":{\"a\":[1,{}]},\"opaque\":3}",
                " { 'code' : 105 , 'opaque' : 3 , \"remark\" : 'it is' } ",
            })
    void bothReadTheHeadersOfOtherLanguagesAlike(String header) throws Exception {
        byte[] frame = json(header);

        Frame theirs = Frame.of(Wire.readByThem(frame));
        Frame ours = Frame.of(Wire.readByUs(frame));

        // An absent opaque is a number of its own to the original, drawn from a counter.
        int opaque = header.contains("opaque") ? theirs.opaque() : 0;
        assertThat(ours).isEqualTo(theirs.withOpaque(opaque));
    }

    private static Frame frame(int code, @Nullable String remark, Map<String, String> ext) {
        return new Frame(code, "JAVA", 513, -7, 1, remark, ext, ByteBuffer.wrap(new byte[] {1, 2}));
    }

    private static byte[] json(String header) {
        byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEADER_AT + bytes.length)
                .putInt(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }
}
