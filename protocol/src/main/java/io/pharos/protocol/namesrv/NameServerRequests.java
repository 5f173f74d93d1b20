package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.RequestSpec;
import java.util.List;

/** The requests of a name server. */
public final class NameServerRequests {
    /**
     * The original's that a name server answers, by code; {@link io.pharos.protocol.extension.ExtensionRequests} has the
     * others. {@link NotifyMinBrokerIdChange} is not among them: it sends that one.
     */
    public static final List<RequestSpec<?>> ALL = List.of(
            PutKvConfig.SPEC,
            GetKvConfig.SPEC,
            DeleteKvConfig.SPEC,
            RegisterBroker.SPEC,
            UnregisterBroker.SPEC,
            GetRouteInfo.SPEC,
            GetBrokerClusterInfo.SPEC,
            WipeWritePermission.SPEC,
            GetAllTopicList.SPEC,
            DeleteTopic.SPEC,
            RegisterTopic.SPEC,
            GetKvListByNamespace.SPEC,
            GetTopicsByCluster.SPEC,
            GetSystemTopicList.SPEC,
            GetUnitTopicList.SPEC,
            GetHasUnitSubTopicList.SPEC,
            GetHasUnitSubUnunitTopicList.SPEC,
            UpdateNamesrvConfig.SPEC,
            GetNamesrvConfig.SPEC,
            QueryDataVersion.SPEC,
            AddWritePermission.SPEC,
            GetBrokerMemberGroup.SPEC,
            BrokerHeartbeat.SPEC);

    private NameServerRequests() {}
}
