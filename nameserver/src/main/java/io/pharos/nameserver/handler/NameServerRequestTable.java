package io.pharos.nameserver.handler;

import static io.pharos.remoting.Handler.answering;

import io.pharos.nameserver.access.Ownership;
import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.config.LiveSettings;
import io.pharos.nameserver.fellow.Fellows;
import io.pharos.nameserver.fence.Fencing;
import io.pharos.nameserver.kv.KvStore;
import io.pharos.nameserver.route.ExplanationSources;
import io.pharos.nameserver.route.Routes;
import io.pharos.nameserver.route.UnitFilter;
import io.pharos.nameserver.watch.RouteWatch;
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
import io.pharos.remoting.Gate;
import io.pharos.remoting.LogLimiter;
import io.pharos.remoting.RequestTable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The registry of a name server's requests: which handler answers what, and where it runs. */
public final class NameServerRequestTable {
    private NameServerRequestTable() {}

    /**
     * What requests are about.
     *
     * @param watch tells clients of changed routes
     * @param fencing stops and allows writes to the routes
     * @param fellows other name servers
     * @param explaining what explanations of routes say beside them
     * @param owners of brokers' names
     */
    public record Subjects(
            Routes routes,
            KvStore kv,
            ConfigStore config,
            RouteWatch watch,
            Fencing fencing,
            Fellows fellows,
            ExplanationSources explaining,
            Ownership owners) {}

    /**
     * Where handlers run that block or take long; each bounded.
     *
     * @param decoding for a connection, what decodes its registrations one after the other
     * @param admin one thread; for what blocks on the disk or is long
     * @param watching one thread; for watch lists
     */
    public record Pools(LongFunction<Executor> decoding, Executor admin, Executor watching) {}

    /**
     * Builds the table.
     *
     * @param registrations is told what came of each
     * @param changed is given the settings after each update
     * @param gates what stands before the handler of a request; null for nothing
     * @param noise bounds the log lines of changes that are not stored
     */
    public static RequestTable of(
            Subjects subjects,
            Pools pools,
            RegistrationObserver registrations,
            Consumer<LiveSettings> changed,
            Function<RequestSpec<?>, @Nullable Gate> gates,
            LogLimiter noise) {
        Routes routes = subjects.routes();
        KvStore kv = subjects.kv();
        ConfigStore config = subjects.config();
        Executor admin = pools.admin();
        QueryHandlers query = new QueryHandlers(routes, config);
        BrokerHandlers broker = new BrokerHandlers(routes, subjects.owners());
        KvHandlers store = new KvHandlers(kv, noise);
        ConfigHandlers settings = new ConfigHandlers(config, changed);
        FenceHandlers fences = new FenceHandlers(subjects.fencing());
        FellowHandlers others = new FellowHandlers(subjects.fellows());
        ExplainHandler explain = new ExplainHandler(routes, subjects.explaining());
        WatchHandlers watches = new WatchHandlers(subjects.watch());
        return RequestTable.builder()
                .onEventLoop(GetRouteInfo.SPEC, answering(query::route))
                .onEventLoop(
                        RegisterBroker.SPEC,
                        new RegisterBrokerHandler(
                                routes, kv, config, subjects.owners(), pools.decoding(), registrations))
                .onEventLoop(BrokerHeartbeat.SPEC, answering(broker::heartbeat))
                .onEventLoop(QueryDataVersion.SPEC, answering(broker::dataVersion))
                .onEventLoop(UnregisterBroker.SPEC, broker::unregister)
                .onEventLoop(GetBrokerMemberGroup.SPEC, answering((request, on) -> query.memberGroup(request)))
                .onEventLoop(DeleteTopic.SPEC, broker::deleteTopic)
                .onEventLoop(GetKvConfig.SPEC, answering((request, on) -> store.get(request)))
                .on(admin, RegisterTopic.SPEC, broker::registerTopic)
                .on(admin, GetBrokerClusterInfo.SPEC, answering((request, on) -> query.clusterInfo()))
                .on(admin, GetAllTopicList.SPEC, answering((request, on) -> query.allTopics()))
                .on(admin, GetTopicsByCluster.SPEC, answering((request, on) -> query.topicsOf(request.cluster())))
                .on(admin, GetSystemTopicList.SPEC, answering((request, on) -> query.systemTopics()))
                .on(admin, GetUnitTopicList.SPEC, answering((request, on) -> query.unitTopics(UnitFilter.UNIT)))
                .on(
                        admin,
                        GetHasUnitSubTopicList.SPEC,
                        answering((request, on) -> query.unitTopics(UnitFilter.SUBSCRIBED)))
                .on(
                        admin,
                        GetHasUnitSubUnunitTopicList.SPEC,
                        answering((request, on) -> query.unitTopics(UnitFilter.SUBSCRIBED_NOT_UNIT)))
                .on(admin, WipeWritePermission.SPEC, fences::stopWrites)
                .on(admin, AddWritePermission.SPEC, fences::allowWrites)
                .on(admin, SetFence.SPEC, fences::set)
                .on(admin, LiftFence.SPEC, fences::lift)
                .on(admin, ListFences.SPEC, answering((request, on) -> fences.list()))
                .on(admin, GetDecisions.SPEC, answering((request, on) -> others.decisions(request)))
                .on(admin, GetDivergence.SPEC, answering((request, on) -> others.divergence()))
                .on(admin, ExplainRoute.SPEC, answering((request, on) -> explain.explain(request)))
                .on(admin, PutKvConfig.SPEC, answering(store::put))
                .on(admin, DeleteKvConfig.SPEC, answering(store::delete))
                .on(admin, GetKvListByNamespace.SPEC, answering((request, on) -> store.list(request)))
                .on(admin, UpdateNamesrvConfig.SPEC, answering(settings::update))
                .on(admin, GetNamesrvConfig.SPEC, answering((request, on) -> settings.show()))
                .on(pools.watching(), WatchRoutes.SPEC, answering(watches::watch))
                .on(pools.watching(), UnwatchRoutes.SPEC, answering(watches::unwatch))
                .behind(gates)
                .build();
    }
}
