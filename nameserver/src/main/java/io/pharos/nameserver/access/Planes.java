package io.pharos.nameserver.access;

import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.extension.GetDivergence;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.ListFences;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.extension.UnwatchRoutes;
import io.pharos.protocol.extension.WatchRoutes;
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
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.namesrv.WipeWritePermission;
import java.util.Map;
import java.util.Set;

/** The requests of each plane. Each request belongs to exactly one, which is said here and nowhere else. */
public final class Planes {
    private static final Map<Plane, Set<RequestSpec<?>>> REQUESTS = Map.of(
            Plane.CLIENT,
            Set.of(
                    GetRouteInfo.SPEC,
                    WatchRoutes.SPEC,
                    UnwatchRoutes.SPEC,
                    GetKvConfig.SPEC,
                    GetKvListByNamespace.SPEC,
                    GetBrokerClusterInfo.SPEC,
                    GetBrokerMemberGroup.SPEC,
                    GetAllTopicList.SPEC,
                    GetTopicsByCluster.SPEC,
                    GetSystemTopicList.SPEC,
                    GetUnitTopicList.SPEC,
                    GetHasUnitSubTopicList.SPEC,
                    GetHasUnitSubUnunitTopicList.SPEC,
                    GetNamesrvConfig.SPEC,
                    ListFences.SPEC,
                    GetDecisions.SPEC,
                    GetDivergence.SPEC,
                    ExplainRoute.SPEC),
            Plane.BROKER,
            Set.of(
                    RegisterBroker.SPEC,
                    UnregisterBroker.SPEC,
                    BrokerHeartbeat.SPEC,
                    QueryDataVersion.SPEC,
                    RegisterTopic.SPEC),
            Plane.OPERATOR,
            Set.of(
                    PutKvConfig.SPEC,
                    DeleteKvConfig.SPEC,
                    WipeWritePermission.SPEC,
                    AddWritePermission.SPEC,
                    DeleteTopic.SPEC,
                    UpdateNamesrvConfig.SPEC,
                    SetFence.SPEC,
                    LiftFence.SPEC));

    private Planes() {}

    /** The requests of a plane. */
    public static Set<RequestSpec<?>> requests(Plane plane) {
        return REQUESTS.getOrDefault(plane, Set.of());
    }

    /** The plane of a request; one that no plane has is an {@link IllegalArgumentException}. */
    public static Plane of(RequestSpec<?> request) {
        for (Plane plane : Plane.values()) {
            if (requests(plane).contains(request)) {
                return plane;
            }
        }
        throw new IllegalArgumentException(request.name() + " belongs to no plane");
    }
}
