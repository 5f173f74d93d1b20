package io.pharos.interop.codec;

import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.TopicRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.apache.rocketmq.remoting.protocol.statictopic.TopicQueueMappingInfo;

/** Routes and what they are made of, as values of either side. */
final class Routes {
    private Routes() {}

    static TopicRouteData theirs(TopicRoute route) {
        TopicRouteData theirs = new TopicRouteData();
        theirs.setOrderTopicConf(route.orderTopicConf());
        theirs.setBrokerDatas(
                new ArrayList<>(route.brokers().stream().map(Routes::theirs).toList()));
        theirs.setQueueDatas(
                new ArrayList<>(route.queues().stream().map(Routes::theirs).toList()));
        theirs.setFilterServerTable(new HashMap<>(route.filterServers()));
        Map<String, QueueMapping> mappings = route.mappings();
        theirs.setTopicQueueMappingByBroker(mappings == null ? null : theirMappings(mappings));
        return theirs;
    }

    static TopicRoute ours(TopicRouteData route) {
        Map<String, TopicQueueMappingInfo> mappings = route.getTopicQueueMappingByBroker();
        return new TopicRoute(
                route.getBrokerDatas().stream().map(Routes::ours).toList(),
                route.getQueueDatas().stream().map(Routes::ours).toList(),
                route.getFilterServerTable(),
                route.getOrderTopicConf(),
                mappings == null ? null : ourMappings(mappings));
    }

    static org.apache.rocketmq.remoting.protocol.route.BrokerData theirs(BrokerData broker) {
        var theirs = new org.apache.rocketmq.remoting.protocol.route.BrokerData();
        theirs.setCluster(broker.cluster());
        theirs.setBrokerName(broker.brokerName());
        theirs.setBrokerAddrs(new HashMap<>(broker.addresses()));
        theirs.setZoneName(broker.zoneName());
        theirs.setEnableActingMaster(broker.enableActingMaster());
        return theirs;
    }

    static BrokerData ours(org.apache.rocketmq.remoting.protocol.route.BrokerData broker) {
        return new BrokerData(
                broker.getCluster(),
                broker.getBrokerName(),
                new TreeMap<>(broker.getBrokerAddrs()),
                broker.getZoneName(),
                broker.isEnableActingMaster());
    }

    static TopicQueueMappingInfo theirs(QueueMapping mapping) {
        TopicQueueMappingInfo theirs = new TopicQueueMappingInfo();
        theirs.setTopic(mapping.topic());
        theirs.setScope(mapping.scope());
        theirs.setTotalQueues(mapping.totalQueues());
        theirs.setBname(mapping.brokerName());
        theirs.setEpoch(mapping.epoch());
        theirs.setDirty(mapping.dirty());
        theirs.setCurrIdMap(new ConcurrentHashMap<>(mapping.currIdMap()));
        return theirs;
    }

    static QueueMapping ours(TopicQueueMappingInfo mapping) {
        return new QueueMapping(
                mapping.getTopic(),
                mapping.getScope(),
                mapping.getTotalQueues(),
                mapping.getBname(),
                mapping.getEpoch(),
                mapping.isDirty(),
                new TreeMap<>(mapping.getCurrIdMap()));
    }

    static Map<String, TopicQueueMappingInfo> theirMappings(Map<String, QueueMapping> mappings) {
        Map<String, TopicQueueMappingInfo> theirs = new ConcurrentHashMap<>();
        mappings.forEach((name, mapping) -> theirs.put(name, theirs(mapping)));
        return theirs;
    }

    static SortedMap<String, QueueMapping> ourMappings(Map<String, TopicQueueMappingInfo> mappings) {
        SortedMap<String, QueueMapping> ours = new TreeMap<>();
        mappings.forEach((name, mapping) -> ours.put(name, ours(mapping)));
        return ours;
    }

    private static org.apache.rocketmq.remoting.protocol.route.QueueData theirs(QueueData queue) {
        var theirs = new org.apache.rocketmq.remoting.protocol.route.QueueData();
        theirs.setBrokerName(queue.brokerName());
        theirs.setReadQueueNums(queue.readQueues());
        theirs.setWriteQueueNums(queue.writeQueues());
        theirs.setPerm(queue.permission());
        theirs.setTopicSysFlag(queue.sysFlag());
        return theirs;
    }

    private static QueueData ours(org.apache.rocketmq.remoting.protocol.route.QueueData queue) {
        return new QueueData(
                queue.getBrokerName(),
                queue.getReadQueueNums(),
                queue.getWriteQueueNums(),
                queue.getPerm(),
                queue.getTopicSysFlag());
    }
}
