package io.pharos.nameserver.handler;

import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.route.Group;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.route.SystemTopics;
import io.pharos.nameserver.route.UnitFilter;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.GetBrokerMemberGroup;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.route.BrokerData;
import io.pharos.protocol.route.BrokerMemberGroup;
import io.pharos.protocol.route.ClusterInfo;
import io.pharos.protocol.route.JsonDialect;
import io.pharos.protocol.route.TopicList;
import io.pharos.remoting.Exchange;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Questions that the published routes answer at once. */
final class QueryHandlers {
    /** First release that reads standard JSON. Source: the original's {@code MQVersion.V4_9_4}. */
    private static final int FIRST_STANDARD_VERSION = 401;

    /** Characters of a zone's name. */
    static final int MAX_ZONE = 255;

    private final Routes routes;
    private final ConfigStore config;

    QueryHandlers(Routes routes, ConfigStore config) {
        this.routes = routes;
        this.config = config;
    }

    Reply route(GetRouteInfo request, Exchange exchange) {
        return routes.route(
                query(
                        request.topic(),
                        request.acceptStandardJsonOnly(),
                        request.zoneMode(),
                        request.zoneName(),
                        exchange.command().version()),
                request.revision());
    }

    /** What a peer of a version means by the fields of a route query; a zone name that is too long is refused. */
    static RouteQuery query(
            String topic, boolean acceptStandardJsonOnly, boolean zoneMode, @Nullable String zone, int version) {
        boolean strict = version >= FIRST_STANDARD_VERSION || acceptStandardJsonOnly;
        if (!zoneMode || zone == null || zone.isBlank()) {
            return new RouteQuery(topic, strict, null);
        }
        if (zone.length() > MAX_ZONE) {
            // Answers are kept by zone, and watched topics remember theirs.
            throw new RequestFailed(
                    ResponseCode.SYSTEM_ERROR,
                    "header field __ZONE_NAME is [" + Quoted.bounded(zone) + "]; it may have " + MAX_ZONE
                            + " characters");
        }
        return new RouteQuery(topic, strict, zone);
    }

    Reply clusterInfo() {
        SortedMap<String, BrokerData> brokers = new TreeMap<>();
        SortedMap<String, SortedSet<String>> clusters = new TreeMap<>();
        for (Group group : routes.groups()) {
            brokers.put(group.name(), group.data());
            clusters.computeIfAbsent(group.cluster(), none -> new TreeSet<>()).add(group.name());
        }
        return Reply.ok(new ClusterInfo(brokers, clusters).encode(JsonDialect.STANDARD));
    }

    Reply memberGroup(GetBrokerMemberGroup request) {
        Group group = routes.group(request.brokerName());
        SortedMap<Long, String> addresses = new TreeMap<>();
        if (group != null) {
            group.members().forEach(member -> addresses.put(member.id(), member.address()));
        }
        return Reply.ok(new BrokerMemberGroup(request.clusterName(), request.brokerName(), addresses)
                .encode(JsonDialect.STANDARD));
    }

    Reply allTopics() {
        enabled(config.live().enableAllTopicList());
        return list(routes.topics());
    }

    Reply topicsOf(String cluster) {
        enabled(config.live().enableTopicList());
        return list(routes.topicsOf(cluster));
    }

    Reply unitTopics(UnitFilter filter) {
        enabled(config.live().enableTopicList());
        return list(routes.unitTopics(filter));
    }

    Reply systemTopics() {
        SystemTopics system = routes.systemTopics();
        return Reply.ok(new TopicList(system.topics(), system.brokerAddress()).encode());
    }

    private static Reply list(List<String> topics) {
        return Reply.ok(new TopicList(topics, null).encode());
    }

    private static void enabled(boolean enabled) {
        if (!enabled) {
            throw new RequestFailed(ResponseCode.SYSTEM_ERROR, "disable");
        }
    }
}
