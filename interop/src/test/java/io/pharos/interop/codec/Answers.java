package io.pharos.interop.codec;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.BrokerMemberGroup;
import io.pharos.protocol.route.ClusterInfo;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.TopicList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.remoting.protocol.body.GetBrokerMemberGroupResponseBody;

/** The smaller bodies as values of either side. */
final class Answers {
    private Answers() {}

    static org.apache.rocketmq.remoting.protocol.body.ClusterInfo theirs(ClusterInfo info) {
        Map<String, org.apache.rocketmq.remoting.protocol.route.BrokerData> brokers = new HashMap<>();
        info.brokers().forEach((name, broker) -> brokers.put(name, Routes.theirs(broker)));
        Map<String, Set<String>> clusters = new HashMap<>();
        info.clusters().forEach((name, names) -> clusters.put(name, new HashSet<>(names)));
        var theirs = new org.apache.rocketmq.remoting.protocol.body.ClusterInfo();
        theirs.setBrokerAddrTable(brokers);
        theirs.setClusterAddrTable(clusters);
        return theirs;
    }

    static ClusterInfo ours(org.apache.rocketmq.remoting.protocol.body.ClusterInfo info) {
        SortedMap<String, BrokerData> brokers = new TreeMap<>();
        info.getBrokerAddrTable().forEach((name, broker) -> brokers.put(name, Routes.ours(broker)));
        SortedMap<String, SortedSet<String>> clusters = new TreeMap<>();
        info.getClusterAddrTable().forEach((name, names) -> clusters.put(name, new TreeSet<>(names)));
        return new ClusterInfo(brokers, clusters);
    }

    static GetBrokerMemberGroupResponseBody theirs(BrokerMemberGroup group) {
        var members =
                new org.apache.rocketmq.remoting.protocol.body.BrokerMemberGroup(group.cluster(), group.brokerName());
        members.setBrokerAddrs(new HashMap<>(group.addresses()));
        GetBrokerMemberGroupResponseBody theirs = new GetBrokerMemberGroupResponseBody();
        theirs.setBrokerMemberGroup(members);
        return theirs;
    }

    static BrokerMemberGroup ours(GetBrokerMemberGroupResponseBody body) {
        var members = body.getBrokerMemberGroup();
        return new BrokerMemberGroup(
                members.getCluster(), members.getBrokerName(), new TreeMap<>(members.getBrokerAddrs()));
    }

    static org.apache.rocketmq.remoting.protocol.DataVersion theirs(DataVersion version) {
        var theirs = new org.apache.rocketmq.remoting.protocol.DataVersion();
        theirs.setStateVersion(version.stateVersion());
        theirs.setTimestamp(version.timestamp());
        theirs.setCounter(new AtomicLong(version.counter()));
        return theirs;
    }

    static DataVersion ours(org.apache.rocketmq.remoting.protocol.DataVersion version) {
        return new DataVersion(
                version.getStateVersion(),
                version.getTimestamp(),
                version.getCounter().get());
    }

    static org.apache.rocketmq.remoting.protocol.body.TopicList theirs(TopicList list) {
        var theirs = new org.apache.rocketmq.remoting.protocol.body.TopicList();
        theirs.setTopicList(new HashSet<>(list.topics()));
        theirs.setBrokerAddr(list.brokerAddr());
        return theirs;
    }
}
