package io.pharos.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FrameCodecProperties {

    @Property(tries = 2000)
    void whatIsWrittenIsReadAgain(@ForAll("commands") Command command, @ForAll SerializeType type)
            throws MalformedFrame {
        byte[] frame = FrameCodec.encode(command, type);

        Command read = FrameCodec.decode(ByteBuffer.wrap(frame, 4, frame.length - 4));

        assertThat(read).isEqualTo(command);
    }

    @Property(tries = 5000)
    void anyBytesGiveACommandOrMalformedFrame(@ForAll byte[] bytes) {
        decodeOrMalformed(bytes);
    }

    @Property(tries = 5000)
    void aDamagedFrameGivesACommandOrMalformedFrame(
            @ForAll("commands") Command command,
            @ForAll SerializeType type,
            @ForAll int position,
            @ForAll byte value,
            @ForAll int cut) {
        byte[] frame = FrameCodec.encode(command, type);
        byte[] damaged = Arrays.copyOfRange(frame, 4, frame.length);
        damaged[Math.floorMod(position, damaged.length)] = value;

        decodeOrMalformed(damaged);
        decodeOrMalformed(Arrays.copyOf(damaged, Math.floorMod(cut, damaged.length + 1)));
    }

    private static void decodeOrMalformed(byte[] bytes) {
        try {
            assertThat(FrameCodec.decode(ByteBuffer.wrap(bytes))).isNotNull();
        } catch (MalformedFrame malformed) {
            assertThat(malformed).hasMessageNotContaining("Exception");
        }
    }

    @Provide
    Arbitrary<Command> commands() {
        Arbitrary<String> name = Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('_', '"', '\\', 'é')
                .ofMinLength(1)
                .ofMaxLength(12);
        Arbitrary<String> value =
                Arbitraries.strings().ofMinLength(1).ofMaxLength(40).filter(FrameCodecProperties::encodable);
        Arbitrary<Map<String, String>> fields = Arbitraries.maps(name, value).ofMaxSize(8);
        Arbitrary<byte[]> body = Arbitraries.bytes().array(byte[].class).ofMaxSize(64);
        return Combinators.combine(
                        Arbitraries.shorts(),
                        Arbitraries.of(Language.class),
                        Arbitraries.integers().between(0, Short.MAX_VALUE),
                        Arbitraries.integers(),
                        Arbitraries.integers().between(0, 3),
                        value.injectNull(0.5),
                        fields,
                        body)
                .as((code, language, version, opaque, flags, remark, ext, bytes) -> {
                    ExtFields.Builder builder = ExtFields.builder();
                    ext.forEach(builder::put);
                    return new Command(
                            code, language, version, opaque, flags, remark, builder.build(), ByteBuffer.wrap(bytes));
                });
    }

    private static boolean encodable(String text) {
        return text.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }
}
