package io.pharos.interop.codec;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.BrokerHeartbeat;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.GetBrokerMemberGroup;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetKvListByNamespace;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.GetTopicsByCluster;
import io.pharos.protocol.namesrv.NotifyMinBrokerIdChange;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.RegisterTopic;
import io.pharos.protocol.namesrv.UnregisterBroker;
import io.pharos.protocol.namesrv.WipeWritePermission;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generated requests of ours, of each kind that has fields. */
final class OurRequests {
    private OurRequests() {}

    static Arbitrary<Request> any() {
        return Arbitraries.oneOf(registrations(), ofBrokers(), ofTopics(), ofKeys());
    }

    private static Arbitrary<Request> registrations() {
        Arbitrary<String> optional = Texts.filled().injectNull(0.3);
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Combinators.combine(
                        Texts.names().list().ofSize(3),
                        optional,
                        Arbitraries.longs().greaterOrEqual(-1),
                        Arbitraries.longs().between(1_000, 3_600_000).injectNull(0.3),
                        flags.injectNull(0.3),
                        flags,
                        Arbitraries.integers(),
                        optional)
                .as((names, ha, id, timeout, acting, compressed, crc, zone) -> new RegisterBroker(
                        names.get(0),
                        names.get(1),
                        names.get(2),
                        ha,
                        id,
                        timeout,
                        acting,
                        compressed,
                        crc,
                        zone,
                        Command.NO_BODY));
    }

    private static Arbitrary<Request> ofBrokers() {
        return Combinators.combine(
                        Texts.names(),
                        Texts.names(),
                        Texts.names(),
                        Arbitraries.longs(),
                        Texts.filled().injectNull(0.3))
                .flatAs((name, address, cluster, id, optional) -> Arbitraries.of(
                        new UnregisterBroker(name, address, cluster, id),
                        new QueryDataVersion(name, address, cluster, id, Command.NO_BODY),
                        new BrokerHeartbeat(cluster, address, name),
                        new GetBrokerMemberGroup(cluster, name),
                        new WipeWritePermission(name),
                        new AddWritePermission(name),
                        new NotifyMinBrokerIdChange(id, name, address, optional, cluster),
                        new NotifyMinBrokerIdChange(null, optional, null, null, null)));
    }

    private static Arbitrary<Request> ofTopics() {
        return Combinators.combine(Texts.names(), Texts.filled().injectNull(0.3), Arbitraries.of(true, false))
                .flatAs((topic, optional, flag) -> Arbitraries.of(
                        new GetRouteInfo(topic, flag, !flag, optional),
                        new GetRouteInfo(topic, flag, !flag, optional, topic),
                        new DeleteTopic(topic, optional),
                        new RegisterTopic(topic, Command.NO_BODY),
                        new GetTopicsByCluster(topic)));
    }

    private static Arbitrary<Request> ofKeys() {
        return Combinators.combine(Texts.names(), Texts.names(), Texts.filled())
                .flatAs((namespace, key, value) -> Arbitraries.of(
                        new PutKvConfig(namespace, key, value),
                        new GetKvConfig(namespace, key),
                        new DeleteKvConfig(namespace, key),
                        new GetKvListByNamespace(namespace)));
    }
}
