package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.BrokerMemberGroup;
import io.pharos.protocol.route.ClusterInfo;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.DataVersionCodec;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.KvTable;
import io.pharos.protocol.route.TopicList;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.body.GetBrokerMemberGroupResponseBody;
import org.apache.rocketmq.remoting.protocol.body.KVTable;
import org.jspecify.annotations.Nullable;

/** The smaller bodies, each beside the original's class of the same name. */
class AnswerBodyProperties {

    @Property(tries = 150)
    void clusterInfo(@ForAll("clusters") ClusterInfo info, @ForAll JsonDialect dialect) {
        var theirs = RemotingSerializable.decode(
                info.encode(dialect), org.apache.rocketmq.remoting.protocol.body.ClusterInfo.class);

        assertThat(Answers.ours(theirs)).isEqualTo(info);
        assertThat(ClusterInfo.decode(ByteBuffer.wrap(Answers.theirs(info).encode())))
                .isEqualTo(info);
    }

    @Property(tries = 150)
    void brokerMemberGroup(@ForAll("brokers") BrokerData broker, @ForAll JsonDialect dialect) {
        BrokerMemberGroup group = new BrokerMemberGroup(broker.cluster(), broker.brokerName(), broker.addresses());

        var theirs = RemotingSerializable.decode(group.encode(dialect), GetBrokerMemberGroupResponseBody.class);

        assertThat(Answers.ours(theirs)).isEqualTo(group);
        assertThat(BrokerMemberGroup.decode(
                        ByteBuffer.wrap(Answers.theirs(group).encode())))
                .isEqualTo(group);
    }

    @Property(tries = 150)
    void dataVersion(@ForAll("versions") DataVersion version) {
        var theirs = RemotingSerializable.decode(
                DataVersionCodec.encode(version), org.apache.rocketmq.remoting.protocol.DataVersion.class);

        assertThat(Answers.ours(theirs)).isEqualTo(version);
        assertThat(DataVersionCodec.decode(
                        ByteBuffer.wrap(Answers.theirs(version).encode())))
                .isEqualTo(version);
        assertThat(DataVersionCodec.encode(version))
                .isEqualTo(Answers.theirs(version).encode());
    }

    @Property(tries = 150)
    void topicList(@ForAll("texts") Set<String> names, @ForAll("address") @Nullable String address) {
        TopicList list = new TopicList(List.copyOf(names), address);

        var theirs =
                RemotingSerializable.decode(list.encode(), org.apache.rocketmq.remoting.protocol.body.TopicList.class);
        TopicList ours = TopicList.decode(ByteBuffer.wrap(Answers.theirs(list).encode()));

        assertThat(theirs.getTopicList()).isEqualTo(names);
        assertThat(theirs.getBrokerAddr()).isEqualTo(address);
        assertThat(ours.topics()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(ours.brokerAddr()).isEqualTo(address);
    }

    @Property(tries = 150)
    void kvTable(@ForAll("tables") SortedMap<String, String> table) {
        KvTable ours = new KvTable(table);
        KVTable theirs = new KVTable();
        theirs.setTable(new HashMap<>(table));

        assertThat(RemotingSerializable.decode(ours.encode(), KVTable.class).getTable())
                .isEqualTo(table);
        assertThat(KvTable.decode(ByteBuffer.wrap(theirs.encode()))).isEqualTo(ours);
    }

    @Provide
    Arbitrary<ClusterInfo> clusters() {
        return Values.clusters();
    }

    @Provide
    Arbitrary<BrokerData> brokers() {
        return Values.brokers();
    }

    @Provide
    Arbitrary<DataVersion> versions() {
        return Values.dataVersions();
    }

    @Provide
    Arbitrary<Set<String>> texts() {
        return Texts.any().set().ofMaxSize(5);
    }

    @Provide
    Arbitrary<String> address() {
        return Texts.any().injectNull(0.5);
    }

    @Provide
    Arbitrary<SortedMap<String, String>> tables() {
        return Values.tables();
    }
}
