package io.pharos.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SignaturesTest {
    private static final Credential OPS = new Credential("ak", "sk");

    /** Source of the value: the original's {@code AclSigner}. */
    @Test
    void theSignatureIsTheOriginals() {
        ExtFields signed = Signatures.signed(ExtFields.of("topic", "T"), Command.NO_BODY, OPS);
        assertThat(signed.get("AccessKey")).isEqualTo("ak");
        assertThat(signed.get("Signature")).isEqualTo("vX6jW2Q9g11lvMjNC+gReuZ8fTQ=");
    }

    @Property(tries = 300)
    void whateverIsSignedIsKnownAndNoChangeIs(
            @ForAll @Size(max = 6)
                    Map<@StringLength(min = 1, max = 6) @AlphaChars String, @StringLength(max = 9) String> fields,
            @ForAll @Size(max = 40) byte[] content,
            @ForAll long seed) {
        Random random = new Random(seed);
        ByteBuffer body = ByteBuffer.wrap(content);
        ExtFields signed = Signatures.signed(shuffled(fields, random), body, OPS);
        assertThat(Signatures.areSigned(signed, body, OPS)).isTrue();
        assertThat(body.remaining()).isEqualTo(content.length);

        byte[] longer = Arrays.copyOf(content, content.length + 1);
        longer[content.length] = (byte) random.nextInt();
        assertThat(Signatures.areSigned(signed, ByteBuffer.wrap(longer), OPS)).isFalse();
        if (content.length > 0) {
            byte[] other = content.clone();
            other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(Signatures.areSigned(signed, ByteBuffer.wrap(other), OPS))
                    .isFalse();
        }
        assertThat(Signatures.areSigned(with(signed, "zz", "x"), body, OPS)).isFalse();
        assertThat(Signatures.areSigned(signed, body, new Credential("ak", "sl")))
                .isFalse();
        assertThat(Signatures.areSigned(signed, body, new Credential("al", "sk")))
                .isFalse();
        assertThat(Signatures.areSigned(with(signed, "Signature", "AAAA"), body, OPS))
                .isFalse();
        assertThat(Signatures.areSigned(with(signed, "Signature", "no base 64"), body, OPS))
                .isFalse();
        assertThat(Signatures.areSigned(with(signed, "Signature", ""), body, OPS))
                .isFalse();
    }

    /** The original's clients add them when they have signed, its brokers before. */
    @Test
    void zoneFieldsMayBeSignedOrNot() {
        ExtFields fields =
                ExtFields.builder().put("topic", "T").put("__ZONE_NAME", "z").build();
        ExtFields before = Signatures.signed(fields, Command.NO_BODY, OPS);
        ExtFields after = with(
                with(Signatures.signed(ExtFields.of("topic", "T"), Command.NO_BODY, OPS), "__ZONE_NAME", "z"),
                "__ZONE_MODE",
                "true");
        assertThat(Signatures.areSigned(before, Command.NO_BODY, OPS)).isTrue();
        assertThat(Signatures.areSigned(after, Command.NO_BODY, OPS)).isTrue();
        assertThat(Signatures.areSigned(with(after, "topic", "U"), Command.NO_BODY, OPS))
                .isFalse();
    }

    @Test
    void whatIsNotSignedIsNot() {
        assertThat(Signatures.areSigned(ExtFields.EMPTY, Command.NO_BODY, OPS)).isFalse();
        assertThat(Signatures.areSigned(ExtFields.of("AccessKey", "ak"), Command.NO_BODY, OPS))
                .isFalse();
    }

    @Test
    void aSignatureThatIsThereAlreadyIsReplaced() {
        ExtFields once = Signatures.signed(ExtFields.of("topic", "T"), Command.NO_BODY, new Credential("old", "x"));
        ExtFields twice = Signatures.signed(once, Command.NO_BODY, OPS);
        assertThat(twice.size()).isEqualTo(3);
        assertThat(Signatures.areSigned(twice, Command.NO_BODY, OPS)).isTrue();
    }

    @Test
    void aSignedRequestIsTheSameRequestAndItsSignature() {
        PutKvConfig put = new PutKvConfig("space", "key", "value");
        SignedRequest signed = new SignedRequest(put, OPS);
        assertThat(signed.spec()).isEqualTo(put.spec());
        assertThat(signed.toBody()).isEqualTo(put.toBody());
        assertThat(Signatures.areSigned(signed.toExt(), signed.toBody(), OPS)).isTrue();
    }

    @Test
    void aCredentialShowsNoSecretAndHasBothParts() {
        assertThat(new Credential("ops", "hush").toString()).isEqualTo("credential[ops]");
        assertThat(new SignedRequest(new PutKvConfig("s", "k", "v"), new Credential("ops", "hush")).toString())
                .doesNotContain("hush");
        assertThatThrownBy(() -> new Credential(" ", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Credential("x", "")).isInstanceOf(IllegalArgumentException.class);
    }

    private static ExtFields shuffled(Map<String, String> fields, Random random) {
        List<String> names = new ArrayList<>(fields.keySet());
        Collections.shuffle(names, random);
        ExtFields.Builder builder = ExtFields.builder();
        names.forEach(name -> builder.put(name, fields.get(name)));
        return builder.build();
    }

    private static ExtFields with(ExtFields fields, String name, String value) {
        ExtFields.Builder builder = ExtFields.builder();
        fields.forEach((each, old) -> {
            if (!each.equals(name)) {
                builder.put(each, old);
            }
        });
        return builder.put(name, value).build();
    }
}
