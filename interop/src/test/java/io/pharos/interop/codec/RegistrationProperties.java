package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.RegistrationDecoder;
import io.pharos.protocol.route.TopicConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.UtilAll;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.body.RegisterBrokerBody;
import org.apache.rocketmq.remoting.protocol.body.TopicConfigSerializeWrapper;
import org.jspecify.annotations.Nullable;

/**
 * {@link RegistrationCodec} with {@link Registration}, and the original's {@link RegisterBrokerBody} and, for peers
 * before 3.0.11, {@link TopicConfigSerializeWrapper}.
 */
class RegistrationProperties {
    private static final MQVersion.Version V4 = MQVersion.Version.V4_9_7;
    private static final MQVersion.Version V5 = MQVersion.Version.V5_5_0;
    private static final int LEGACY = RegistrationCodec.FIRST_FULL_VERSION - 1;

    @Property(tries = 100)
    void theOriginalReadsOurPlainForm(@ForAll("registrations") Registration registration, @ForAll long millis)
            throws IOException {
        byte[] body = RegistrationCodec.encodePlain(registration, millis);

        RegisterBrokerBody read = RegisterBrokerBody.decode(body, false, V5);

        assertThat(Registrations.ours(read)).isEqualTo(registration);
        assertThat(read.getTopicConfigSerializeWrapper().getMappingDataVersion().getTimestamp())
                .isEqualTo(millis);
    }

    @Property(tries = 100)
    void weReadThePlainFormOfTheOriginal(@ForAll("registrations") Registration registration) {
        byte[] body = Registrations.theirs(registration).encode(false);

        assertThat(decode(Command.VERSION, false, body)).isEqualTo(registration);
    }

    @Property(tries = 100)
    void theOriginalReadsOurDeflatedForm(@ForAll("registrations") Registration registration) throws IOException {
        byte[] fromV5 = RegistrationCodec.encodeDeflated(registration, true);
        byte[] fromV4 = RegistrationCodec.encodeDeflated(registration, false);
        Registration expected = Registrations.carriedByLines(registration);

        assertThat(Registrations.ours(RegisterBrokerBody.decode(fromV5, true, V5)))
                .isEqualTo(expected);
        assertThat(Registrations.ours(RegisterBrokerBody.decode(fromV4, true, V4)))
                .isEqualTo(Registrations.withoutMappings(expected));
    }

    @Property(tries = 100)
    void weReadTheDeflatedFormOfTheOriginalWhateverTheHeaderSays(
            @ForAll("registrations") Registration registration, @ForAll boolean compressed) {
        byte[] body = Registrations.theirs(registration).encode(true);

        assertThat(decode(Command.VERSION, compressed, body)).isEqualTo(Registrations.carriedByLines(registration));
    }

    @Property(tries = 100)
    void theOriginalReadsOurLegacyForm(@ForAll("registrations") Registration registration) {
        byte[] body = RegistrationCodec.encodeLegacy(registration);

        TopicConfigSerializeWrapper read = RemotingSerializable.decode(body, TopicConfigSerializeWrapper.class);

        assertThat(Registrations.ours(read)).isEqualTo(Registrations.legacy(registration));
    }

    @Property(tries = 100)
    void weReadTheLegacyFormOfTheOriginal(
            @ForAll("registrations") Registration registration, @ForAll boolean compressed) {
        byte[] body = Registrations.theirsLegacy(registration).encode();

        assertThat(decode(LEGACY, compressed, body)).isEqualTo(Registrations.legacy(registration));
    }

    @Property(tries = 100)
    void checksumsAreTheSame(@ForAll byte[] body) {
        assertThat(RegistrationCodec.crc32(ByteBuffer.wrap(body))).isEqualTo(UtilAll.crc32(body));
    }

    /** Only the time of sending, which the original stamps into the mappings' version, may differ. */
    @Property(tries = 100)
    void theNextRegistrationOfTheOriginalIsKnownForTheSame(
            @ForAll("registrations") Registration registration,
            @ForAll @LongRange(min = 1_000_000_000_000L, max = 9_999_999_999_999L) long first,
            @ForAll @LongRange(min = 1_000_000_000_000L, max = 9_999_999_999_999L) long second) {
        byte[] known = stamped(registration, first);
        byte[] next = stamped(registration, second);
        byte[] legacy = Registrations.theirsLegacy(registration).encode();

        KnownBody body = decode(known, null).body();

        assertThat(body.sameContent(ByteBuffer.wrap(next))).isTrue();
        assertThat(body.sameContent(ByteBuffer.wrap(legacy))).isFalse();
    }

    @Property(tries = 100)
    void aChangedRegistrationOfTheOriginalIsReadRightByItsDifferences(
            @ForAll("registrations") Registration known, @ForAll("registrations") Registration other) {
        Map<String, TopicConfig> topics = new HashMap<>(known.topics());
        topics.putAll(other.topics());
        topics.keySet().removeIf(name -> name.length() % 4 == 0);
        Registration next = new Registration(other.dataVersion(), topics, other.mappings(), other.filterServers());

        KnownBody body = decode(Registrations.theirs(known).encode(false), null).body();
        byte[] changed = Registrations.theirs(next).encode(false);

        assertThat(decode(changed, body).registration()).isEqualTo(next);
        assertThat(decode(changed, body).body().sameContent(ByteBuffer.wrap(changed)))
                .isTrue();
    }

    @Provide
    Arbitrary<Registration> registrations() {
        return Values.registrations();
    }

    private static byte[] stamped(Registration registration, long millis) {
        RegisterBrokerBody body = Registrations.theirs(registration);
        body.getTopicConfigSerializeWrapper().getMappingDataVersion().setTimestamp(millis);
        return body.encode(false);
    }

    private static RegistrationDecoder.Decoded decode(byte[] plain, @Nullable KnownBody last) {
        return new RegistrationDecoder(UnaryOperator.identity())
                .decode(Command.VERSION, false, ByteBuffer.wrap(plain), last);
    }

    private static Registration decode(int version, boolean compressed, byte[] body) {
        return RegistrationCodec.decode(version, compressed, ByteBuffer.wrap(body));
    }
}
