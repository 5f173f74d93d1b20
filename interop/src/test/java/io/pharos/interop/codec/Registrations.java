package io.pharos.interop.codec;

import io.pharos.protocol.route.QueueMapping;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.rocketmq.common.TopicFilterType;
import org.apache.rocketmq.remoting.protocol.body.RegisterBrokerBody;
import org.apache.rocketmq.remoting.protocol.body.TopicConfigAndMappingSerializeWrapper;
import org.apache.rocketmq.remoting.protocol.body.TopicConfigSerializeWrapper;
import org.jspecify.annotations.Nullable;

/** Registrations as values of either side. */
final class Registrations {
    private Registrations() {}

    static RegisterBrokerBody theirs(Registration registration) {
        TopicConfigAndMappingSerializeWrapper wrapper = new TopicConfigAndMappingSerializeWrapper();
        fill(wrapper, registration);
        wrapper.setTopicQueueMappingInfoMap(Routes.theirMappings(registration.mappings()));
        RegisterBrokerBody theirs = new RegisterBrokerBody();
        theirs.setTopicConfigSerializeWrapper(wrapper);
        List<String> filters = registration.filterServers();
        theirs.setFilterServerList(filters == null ? new ArrayList<>() : new ArrayList<>(filters));
        return theirs;
    }

    /** The body of peers before 3.0.11. */
    static TopicConfigSerializeWrapper theirsLegacy(Registration registration) {
        TopicConfigSerializeWrapper wrapper = new TopicConfigSerializeWrapper();
        fill(wrapper, registration);
        return wrapper;
    }

    static Registration ours(RegisterBrokerBody body) {
        TopicConfigAndMappingSerializeWrapper wrapper = body.getTopicConfigSerializeWrapper();
        Map<String, QueueMapping> mappings = Routes.ourMappings(wrapper.getTopicQueueMappingInfoMap());
        return ours(wrapper, mappings, body.getFilterServerList());
    }

    static Registration ours(TopicConfigSerializeWrapper wrapper) {
        return ours(wrapper, Map.of(), null);
    }

    /** What the lines of the deflated form carry: no flags and no order. */
    static Registration carriedByLines(Registration registration) {
        Map<String, TopicConfig> topics = new HashMap<>();
        registration.topics().forEach((name, topic) -> topics.put(name, carriedByLine(topic)));
        return new Registration(
                registration.dataVersion(), topics, registration.mappings(), registration.filterServers());
    }

    static Registration withoutMappings(Registration registration) {
        return new Registration(
                registration.dataVersion(), registration.topics(), Map.of(), registration.filterServers());
    }

    /** What the form of peers before 3.0.11 carries. */
    static Registration legacy(Registration registration) {
        return new Registration(registration.dataVersion(), registration.topics(), Map.of(), null);
    }

    private static TopicConfig carriedByLine(TopicConfig topic) {
        return new TopicConfig(
                topic.name(),
                topic.readQueues(),
                topic.writeQueues(),
                topic.permission(),
                0,
                false,
                topic.filterType(),
                topic.attributes());
    }

    private static void fill(TopicConfigSerializeWrapper wrapper, Registration registration) {
        ConcurrentMap<String, org.apache.rocketmq.common.TopicConfig> topics = new ConcurrentHashMap<>();
        registration.topics().forEach((name, topic) -> topics.put(name, theirs(topic)));
        wrapper.setTopicConfigTable(topics);
        wrapper.setDataVersion(Answers.theirs(registration.dataVersion()));
    }

    private static Registration ours(
            TopicConfigSerializeWrapper wrapper,
            Map<String, QueueMapping> mappings,
            @Nullable List<String> filterServers) {
        Map<String, TopicConfig> topics = new TreeMap<>();
        wrapper.getTopicConfigTable().forEach((name, topic) -> topics.put(name, ours(topic)));
        return new Registration(Answers.ours(wrapper.getDataVersion()), topics, mappings, filterServers);
    }

    private static org.apache.rocketmq.common.TopicConfig theirs(TopicConfig topic) {
        var theirs = new org.apache.rocketmq.common.TopicConfig(topic.name());
        theirs.setReadQueueNums(topic.readQueues());
        theirs.setWriteQueueNums(topic.writeQueues());
        theirs.setPerm(topic.permission());
        theirs.setTopicSysFlag(topic.sysFlag());
        theirs.setOrder(topic.order());
        theirs.setTopicFilterType(TopicFilterType.valueOf(topic.filterType()));
        theirs.setAttributes(new HashMap<>(topic.attributes()));
        return theirs;
    }

    private static TopicConfig ours(org.apache.rocketmq.common.TopicConfig topic) {
        return new TopicConfig(
                topic.getTopicName(),
                topic.getReadQueueNums(),
                topic.getWriteQueueNums(),
                topic.getPerm(),
                topic.getTopicSysFlag(),
                topic.isOrder(),
                topic.getTopicFilterType().name(),
                topic.getAttributes());
    }
}
