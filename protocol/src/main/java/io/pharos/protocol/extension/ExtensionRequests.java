package io.pharos.protocol.extension;

import io.pharos.protocol.frame.RequestSpec;
import java.util.List;

/** The requests that Pharos adds. */
public final class ExtensionRequests {
    /** All that a name server answers, by code. {@link RouteChanged} and {@link Probe} are not among them: it sends those. */
    public static final List<RequestSpec<?>> ALL = List.of(
            SetFence.SPEC,
            LiftFence.SPEC,
            ListFences.SPEC,
            GetDecisions.SPEC,
            GetDivergence.SPEC,
            ExplainRoute.SPEC,
            WatchRoutes.SPEC,
            UnwatchRoutes.SPEC);

    private ExtensionRequests() {}
}
