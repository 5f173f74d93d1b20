package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.remoting.protocol.body.RegisterBrokerBody;
import org.apache.rocketmq.remoting.protocol.statictopic.LogicQueueMappingItem;
import org.apache.rocketmq.remoting.protocol.statictopic.TopicQueueMappingDetail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where registrations of the two sides meet a limit, or are read differently on purpose. */
class RegistrationEdgesTest {
    private static final MQVersion.Version V5 = MQVersion.Version.V5_5_0;

    @Test
    void versionsAreCountedAlike() {
        assertThat(MQVersion.value2Version(Command.VERSION)).isEqualTo(V5);
        assertThat(MQVersion.value2Version(RegistrationCodec.FIRST_FULL_VERSION))
                .isEqualTo(MQVersion.Version.V3_0_11);
    }

    /** The original parts a line at every blank and drops the attributes, which no longer parse. */
    @Test
    void attributesWithBlanksAreLostInTheOriginalAndKeptHere() throws IOException {
        Registration registration = registration(topic("T", Map.of("note", "two words")));
        byte[] theirs = Registrations.theirs(registration).encode(true);

        assertThat(onlyTopic(RegisterBrokerBody.decode(theirs, true, V5)).getAttributes())
                .isEmpty();
        assertThat(decode(theirs)).isEqualTo(registration);
    }

    @Test
    void attributesThatAreNullAreNoneInEitherForm() {
        RegisterBrokerBody body = Registrations.theirs(registration(topic("T", Map.of())));
        body.getTopicConfigSerializeWrapper()
                .getTopicConfigTable()
                .values()
                .forEach(topic -> topic.setAttributes(null));

        assertThat(decode(body.encode(true)).topics()).containsValue(topic("T", Map.of()));
        assertThat(decode(body.encode(false)).topics()).containsValue(topic("T", Map.of()));
    }

    /** Brokers know more of their mappings than the name server wants. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theDetailsOfMappingsAreSkipped(boolean compress) {
        Registration registration = registration(topic("T", Map.of()));
        RegisterBrokerBody body = Registrations.theirs(registration);
        TopicQueueMappingDetail detail = new TopicQueueMappingDetail("St", 2, "broker-a", 5);
        LogicQueueMappingItem item = new LogicQueueMappingItem(0, 1, "broker-a", 0, 0, -1, -1, -1);
        TopicQueueMappingDetail.putMappingInfo(detail, 0, ImmutableList.of(item));
        body.getTopicConfigSerializeWrapper().setTopicQueueMappingDetailMap(Map.of("St", detail));

        assertThat(decode(body.encode(compress))).isEqualTo(registration);
    }

    /** The original hands the null on to its route table. */
    @Test
    void aNullTableIsRefusedByUsAndNullInTheOriginal() throws IOException {
        byte[] body = "{\"topicConfigSerializeWrapper\":null}".getBytes(StandardCharsets.US_ASCII);

        assertThat(RegisterBrokerBody.decode(body, false, V5).getTopicConfigSerializeWrapper())
                .isNull();
        assertThatThrownBy(() -> decode(body))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("topicConfigSerializeWrapper is null");
    }

    /** A filter type of a release to come must not cost the whole registration, as its deflated form does there. */
    @Test
    void anUnknownFilterTypeIsKeptHereAndNotReadByTheOriginal() throws IOException {
        TopicConfig topic = new TopicConfig("T", 1, 1, 6, 0, false, "NEXT_TAG", Map.of());
        byte[] plain = RegistrationCodec.encodePlain(registration(topic), 1);
        byte[] deflated = RegistrationCodec.encodeDeflated(registration(topic), true);

        assertThat(onlyTopic(RegisterBrokerBody.decode(plain, false, V5)).getTopicFilterType())
                .isNull();
        assertThatThrownBy(() -> RegisterBrokerBody.decode(deflated, true, V5))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(decode(plain).topics()).containsValue(topic);
        assertThat(decode(deflated).topics()).containsValue(topic);
    }

    private static org.apache.rocketmq.common.TopicConfig onlyTopic(RegisterBrokerBody body) {
        return body.getTopicConfigSerializeWrapper()
                .getTopicConfigTable()
                .values()
                .iterator()
                .next();
    }

    private static Registration decode(byte[] body) {
        return RegistrationCodec.decode(Command.VERSION, false, ByteBuffer.wrap(body));
    }

    private static TopicConfig topic(String name, Map<String, String> attributes) {
        return new TopicConfig(name, 4, 4, 6, 0, false, "SINGLE_TAG", attributes);
    }

    private static Registration registration(TopicConfig topic) {
        return new Registration(new DataVersion(0, 1, 2), Map.of(topic.name(), topic), Map.of(), List.of());
    }
}
