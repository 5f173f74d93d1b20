package io.pharos.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameCodecTest {
    private static final String ROUTE_QUERY_BINARY = "00000025" + "01000021" + "0069" + "00" + "0201" + "00000007"
            + "00000000" + "00000000" + "0000000c" + "0005" + "746f706963" + "00000001" + "54";

    @Test
    void binaryRouteQueryHasTheBytesOfTheOriginal() throws MalformedFrame {
        Command query = Command.request(105, 7, ExtFields.of("topic", "T"), Command.NO_BODY);

        byte[] frame = FrameCodec.encode(query, SerializeType.ROCKETMQ);

        assertThat(HexFormat.of().formatHex(frame)).isEqualTo(ROUTE_QUERY_BINARY);
        assertThat(decode(frame)).isEqualTo(query);
    }

    @Test
    void jsonAnswerHasTheMembersOfTheOriginalInItsOrder() {
        Command answer = Command.response(42, Reply.failed(17, "no \"T\"\n"));

        byte[] frame = FrameCodec.encode(answer, SerializeType.JSON);

        assertThat(new String(frame, 8, frame.length - 8, StandardCharsets.UTF_8))
                .isEqualTo("{\"code\":17,\"flag\":1,\"language\":\"JAVA\",\"opaque\":42,\"remark\":\"no \\\"T\\\"\\n\","
                        + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
    }

    @Test
    void jsonHeaderIsReadAsLenientlyAsTheOriginalDoes() throws MalformedFrame {
        Command command = decodeJson("{\"code\":\"105\",\"language\":9,\"opaque\":-3,\"unknown\":{\"a\":[1,{}]},"
                + "\"extFields\":{\"a\":true,\"b\":12,\"c\":null,\"d\":\"x\"},version:513}");

        assertThat(command.code()).isEqualTo(105);
        assertThat(command.language()).isEqualTo(Language.GO);
        assertThat(command.opaque()).isEqualTo(-3);
        assertThat(command.version()).isEqualTo(513);
        assertThat(command.ext().get("a")).isEqualTo("true");
        assertThat(command.ext().get("b")).isEqualTo("12");
        assertThat(command.ext().get("c")).isNull();
        assertThat(command.ext().get("d")).isEqualTo("x");
    }

    @Test
    void emptyObjectIsAHeader() throws MalformedFrame {
        Command command = decodeJson("{}");

        assertThat(command.code()).isZero();
        assertThat(command.language()).isEqualTo(Language.JAVA);
        assertThat(command.ext().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{\"code\":1.5}",
                "{\"code\":99999999999}",
                "{\"code\":\"x\"}",
                "{\"code\":{}}",
                "{\"extFields\":3}",
                "{\"extFields\":{\"a\":}}",
                "{} {}",
                "{\"code\":1}]"
            })
    void whatIsNoHeaderIsMalformed(String header) {
        assertThatThrownBy(() -> decodeJson(header)).isInstanceOf(MalformedFrame.class);
    }

    @Test
    void deepNestingIsMalformedAndDoesNotOverflow() {
        String deep = "{\"x\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}";

        assertThatThrownBy(() -> decodeJson(deep)).isInstanceOf(MalformedFrame.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "000000", // no header length
                "00000001", // header longer than the frame
                "02000000",
                "ff000000", // unknown type
                "01000002" + "0069", // binary header cut off
                // remark, block, name and value lengths beyond their bounds
                "01000015" + "0069000201000000070000000000000001" + "00000000",
                "01000015" + "0069000201000000070000000000000000" + "00000001",
                "01000017" + "0069000201000000070000000000000000" + "00000002" + "0005",
                "0100001c" + "0069000201000000070000000000000000" + "00000007" + "0001" + "61" + "7fffffff",
                "01000015" + "00690002010000000700000000ffffffff" + "00000000"
            })
    void forgedLengthsAreMalformed(String afterLengthField) {
        ByteBuffer frame = ByteBuffer.wrap(HexFormat.of().parseHex(afterLengthField));

        assertThatThrownBy(() -> FrameCodec.decode(frame)).isInstanceOf(MalformedFrame.class);
    }

    @Test
    void lastOfRepeatedFieldsCounts() throws MalformedFrame {
        Command command = decodeJson("{\"extFields\":{\"a\":\"1\",\"a\":\"2\"}}");

        assertThat(command.ext().get("a")).isEqualTo("2");
    }

    @Test
    void codeTooLargeForTheBinaryFormIsWrittenAsJson() throws MalformedFrame {
        Command command = Command.request(200_001, 1, ExtFields.EMPTY, Command.NO_BODY);

        byte[] frame = FrameCodec.encode(command, SerializeType.ROCKETMQ);

        assertThat(frame[4]).isEqualTo(SerializeType.JSON.code());
        assertThat(decode(frame).code()).isEqualTo(200_001);
    }

    @Test
    void bodyIsAViewOfTheFrameAndPositionsStay() throws MalformedFrame {
        byte[] body = {1, 2, 3};
        byte[] bytes =
                FrameCodec.encode(Command.request(1, 1, ExtFields.EMPTY, ByteBuffer.wrap(body)), SerializeType.JSON);
        ByteBuffer frame = ByteBuffer.wrap(bytes, 4, bytes.length - 4);

        Command command = FrameCodec.decode(frame);

        assertThat(command.body()).isEqualTo(ByteBuffer.wrap(body));
        assertThat(frame.position()).isEqualTo(4);
    }

    @Test
    void halfSurrogateInARemarkIsStillAnAnswer() throws MalformedFrame {
        Command command = Command.response(1, Reply.failed(1, "a\ud800b"));

        assertThat(decode(FrameCodec.encode(command, SerializeType.JSON)).remark())
                .isEqualTo("a?b");
    }

    private static Command decodeJson(String header) throws MalformedFrame {
        byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(4 + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .flip();
        return FrameCodec.decode(frame);
    }

    private static Command decode(byte[] frame) throws MalformedFrame {
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        assertThat(buffer.getInt()).isEqualTo(frame.length - 4);
        return FrameCodec.decode(buffer);
    }
}
