package io.pharos.nameserver;

import io.pharos.nameserver.access.AccessRules;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.ExplanationSources;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.namesrv.GetRouteInfo;
import org.jspecify.annotations.Nullable;

/** What explanations take from the rest of the name server. */
final class Explaining implements ExplanationSources {
    private final FenceStore fences;
    private final OpenConnections connections;
    private final AccessRules access;

    Explaining(FenceStore fences, OpenConnections connections, AccessRules access) {
        this.fences = fences;
        this.connections = connections;
        this.access = access;
    }

    @Override
    public @Nullable Decision fence(FenceKey key) {
        Decision decision = fences.get(key);
        return decision != null && decision.holdsAt(fences.nowMillis()) ? decision : null;
    }

    @Override
    public @Nullable String peer(long connectionId) {
        return connections.peer(connectionId);
    }

    @Override
    public @Nullable String refusedBy(String address) {
        return access.refusedBy(GetRouteInfo.SPEC, address);
    }
}
