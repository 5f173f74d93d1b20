package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Language;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.jspecify.annotations.Nullable;

/** {@link Command} and the original's {@link RemotingCommand}, in both header forms and both directions. */
class FrameProperties {

    @Property(tries = 300)
    void theOriginalReadsOurFrames(@ForAll("frames") Frame frame, @ForAll SerializeType type) throws Exception {
        byte[] bytes = Wire.writtenByUs(Wire.ours(frame), type);

        RemotingCommand read = Wire.readByThem(bytes);

        assertThat(read.getSerializeTypeCurrentRPC()).isEqualTo(type);
        assertThat(Frame.of(read)).isEqualTo(frame);
    }

    @Property(tries = 300)
    void weReadTheFramesOfTheOriginal(@ForAll("frames") Frame frame, @ForAll SerializeType type) throws Exception {
        byte[] whole = Wire.writtenByThem(Wire.theirs(frame, type));
        byte[] piped = Wire.writtenByTheirPipeline(Wire.theirs(frame, type));

        assertThat(Frame.of(Wire.readByUs(whole))).isEqualTo(frame);
        assertThat(Frame.of(Wire.readByUs(piped))).isEqualTo(frame);
    }

    @Property(tries = 200)
    void bothKnowRequestsAnswersAndOneWayRequestsByTheSameBits(@ForAll("frames") Frame frame) {
        RemotingCommand theirs = Wire.theirs(frame, SerializeType.JSON);
        Command ours = Wire.ours(frame);

        assertThat(ours.isResponse()).isEqualTo(theirs.isResponseType());
        assertThat(ours.isOneWay()).isEqualTo(theirs.isOnewayRPC());
    }

    @Property(tries = 150)
    void bothWriteTheSameBytesWhenNothingNeedsEscapingOrHasAnOrder(
            @ForAll("plainFrames") Frame frame, @ForAll SerializeType type) {
        assertThat(Wire.writtenByUs(Wire.ours(frame), type))
                .isEqualTo(Wire.writtenByThem(Wire.theirs(frame, type)))
                .isEqualTo(Wire.writtenByTheirPipeline(Wire.theirs(frame, type)));
    }

    @Property(tries = 150)
    void theOriginalLeavesOutFieldsWithoutValue(
            @ForAll("frames") Frame frame, @ForAll("fields") String name, @ForAll SerializeType type) throws Exception {
        Map<String, @Nullable String> withNull = new HashMap<>(frame.ext());
        withNull.put(name, null);
        Map<String, String> without = new HashMap<>(frame.ext());
        without.remove(name);
        RemotingCommand command = Wire.theirs(frame, type);
        command.setExtFields(new HashMap<>(withNull));

        assertThat(Frame.of(Wire.readByUs(Wire.writtenByThem(command)))).isEqualTo(frame.withExt(without));
        assertThat(Frame.of(Wire.readByUs(Wire.writtenByTheirPipeline(command))))
                .isEqualTo(frame.withExt(without));
    }

    @Property(tries = 150)
    void halvesOfSurrogatePairsBecomeTheSameQuestionMarks(
            @ForAll("frames") Frame frame, @ForAll("halves") String text, @ForAll SerializeType type) throws Exception {
        Frame broken = frame.withRemark(text).withExt(Map.of("field", text));
        String mended = text.replaceAll("[\uD800-\uDFFF]", "?");
        Frame expected = frame.withRemark(mended).withExt(Map.of("field", mended));

        assertThat(Frame.of(Wire.readByThem(Wire.writtenByUs(Wire.ours(broken), type))))
                .isEqualTo(expected);
        assertThat(Frame.of(Wire.readByUs(Wire.writtenByThem(Wire.theirs(broken, type)))))
                .isEqualTo(expected);
    }

    @Provide
    Arbitrary<Frame> frames() {
        Arbitrary<Map<String, String>> ext =
                Arbitraries.maps(Texts.keys(), Texts.filled()).ofMaxSize(5);
        return frames(ext, Texts.filled().injectNull(0.4));
    }

    @Provide
    Arbitrary<Frame> plainFrames() {
        Arbitrary<String> plain =
                Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(12);
        return frames(Arbitraries.maps(plain, plain).ofMaxSize(1), plain.injectNull(0.4));
    }

    @Provide
    Arbitrary<String> fields() {
        return Texts.keys();
    }

    @Provide
    Arbitrary<String> halves() {
        Arbitrary<String> half = Arbitraries.chars().range('\uD800', '\uDFFF').map(String::valueOf);
        // Always apart, because two halves in their order are a pair.
        return half.list().ofMinSize(1).ofMaxSize(3).map(halves -> "-" + String.join("-\u5317", halves) + "-");
    }

    private static Arbitrary<Frame> frames(Arbitrary<Map<String, String>> ext, Arbitrary<String> remark) {
        return Combinators.combine(
                        Arbitraries.shorts().map(Short::intValue),
                        Arbitraries.of(Arrays.stream(Language.values())
                                .map(Language::name)
                                .toList()),
                        Arbitraries.integers().between(0, Short.MAX_VALUE),
                        Arbitraries.integers(),
                        Arbitraries.integers().between(0, 3),
                        remark,
                        ext,
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(48).map(ByteBuffer::wrap))
                .as(Frame::new);
    }
}
