package io.pharos.interop.codec;

import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.GetAllTopicList;
import io.pharos.protocol.namesrv.GetBrokerClusterInfo;
import io.pharos.protocol.namesrv.GetBrokerMemberGroup;
import io.pharos.protocol.namesrv.GetHasUnitSubTopicList;
import io.pharos.protocol.namesrv.GetHasUnitSubUnunitTopicList;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetKvListByNamespace;
import io.pharos.protocol.namesrv.GetNamesrvConfig;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.GetSystemTopicList;
import io.pharos.protocol.namesrv.GetTopicsByCluster;
import io.pharos.protocol.namesrv.GetUnitTopicList;
import io.pharos.protocol.namesrv.NotifyMinBrokerIdChange;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.namesrv.WipeWritePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.header.GetBrokerMemberGroupRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.GetTopicsByClusterRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.NotifyMinBrokerIdChangeRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.AddWritePermOfBrokerRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.BrokerHeartbeatRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.DeleteKVConfigRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.DeleteTopicFromNamesrvRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.GetKVConfigRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.GetKVListByNamespaceRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.GetRouteInfoRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.PutKVConfigRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.QueryDataVersionRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.RegisterBrokerRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.RegisterTopicRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.UnRegisterBrokerRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.WipeWritePermOfBrokerRequestHeader;

/**
 * A request of ours and the original's header class for it.
 *
 * @param ours wire identity
 * @param theirs header class
 * @param unread fields of theirs that we do not read
 * @param besides fields of ours that the original reads from the frame, not through the class, with what we send when
 *     nothing is said
 * @param optional fields that theirs calls mandatory and we do not, or that both default, with what we take them for;
 *     an empty text stands for absent
 */
record RequestPair(
        RequestSpec<?> ours,
        Class<? extends CommandCustomHeader> theirs,
        Set<String> unread,
        Map<String, String> besides,
        Map<String, String> optional) {
    private static final Set<String> OF_EVERY_TOPIC_REQUEST = Set.of("lo", "ns", "nsd", "bname", "oway");

    static final List<RequestPair> ALL = List.of(
            pair(PutKvConfig.SPEC, PutKVConfigRequestHeader.class),
            pair(GetKvConfig.SPEC, GetKVConfigRequestHeader.class),
            pair(DeleteKvConfig.SPEC, DeleteKVConfigRequestHeader.class),
            pair(RegisterBroker.SPEC, RegisterBrokerRequestHeader.class)
                    .optional(Map.of("haServerAddr", "", "bodyCrc32", "0")),
            pair(UnregisterBroker.SPEC, UnRegisterBrokerRequestHeader.class).optional(Map.of("brokerId", "0")),
            pair(GetRouteInfo.SPEC, GetRouteInfoRequestHeader.class)
                    .unread(OF_EVERY_TOPIC_REQUEST)
                    .besides(Map.of(MixAll.ZONE_MODE, "false"))
                    .optional(Map.of("acceptStandardJsonOnly", "false")),
            pair(WipeWritePermission.SPEC, WipeWritePermOfBrokerRequestHeader.class),
            pair(DeleteTopic.SPEC, DeleteTopicFromNamesrvRequestHeader.class).unread(OF_EVERY_TOPIC_REQUEST),
            pair(RegisterTopic.SPEC, RegisterTopicRequestHeader.class).unread(OF_EVERY_TOPIC_REQUEST),
            pair(GetKvListByNamespace.SPEC, GetKVListByNamespaceRequestHeader.class),
            pair(GetTopicsByCluster.SPEC, GetTopicsByClusterRequestHeader.class),
            pair(QueryDataVersion.SPEC, QueryDataVersionRequestHeader.class).optional(Map.of("brokerId", "0")),
            pair(AddWritePermission.SPEC, AddWritePermOfBrokerRequestHeader.class),
            pair(GetBrokerMemberGroup.SPEC, GetBrokerMemberGroupRequestHeader.class),
            pair(BrokerHeartbeat.SPEC, BrokerHeartbeatRequestHeader.class)
                    .unread(Set.of(
                            "brokerId",
                            "epoch",
                            "maxOffset",
                            "confirmOffset",
                            "heartbeatTimeoutMills",
                            "electionPriority")),
            pair(NotifyMinBrokerIdChange.SPEC, NotifyMinBrokerIdChangeRequestHeader.class));

    /** Requests for which the original has no header class: they have no fields. */
    static final List<RequestSpec<?>> WITHOUT_FIELDS = List.of(
            GetBrokerClusterInfo.SPEC,
            GetAllTopicList.SPEC,
            GetSystemTopicList.SPEC,
            GetUnitTopicList.SPEC,
            GetHasUnitSubTopicList.SPEC,
            GetHasUnitSubUnunitTopicList.SPEC,
            UpdateNamesrvConfig.SPEC,
            GetNamesrvConfig.SPEC);

    static RequestPair of(RequestSpec<?> ours) {
        return ALL.stream().filter(pair -> pair.ours.equals(ours)).findFirst().orElseThrow();
    }

    private static RequestPair pair(RequestSpec<?> ours, Class<? extends CommandCustomHeader> theirs) {
        return new RequestPair(ours, theirs, Set.of(), Map.of(), Map.of());
    }

    private RequestPair unread(Set<String> names) {
        return new RequestPair(ours, theirs, names, besides, optional);
    }

    private RequestPair besides(Map<String, String> fields) {
        return new RequestPair(ours, theirs, unread, fields, optional);
    }

    private RequestPair optional(Map<String, String> fields) {
        return new RequestPair(ours, theirs, unread, besides, fields);
    }

    @Override
    public String toString() {
        return ours.name();
    }
}
