package io.pharos.nameserver;

import io.pharos.base.Clock;
import io.pharos.base.FileOps;
import io.pharos.base.Scheduler;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.Routes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Fences as a name server has them: in its data folder, in its routes and in its metrics. */
final class FenceSetup {
    private static final Duration EXPIRY_PERIOD = Duration.ofSeconds(1);

    private FenceSetup() {}

    /**
     * Loads the fences and lets the routes hear of them.
     *
     * @param node see {@link FenceStore#open}
     * @param scheduler may block on the disk; lets expired fences go
     */
    static FenceStore open(
            Path folder, String node, Routes routes, NameServerMetrics metrics, Clock clock, Scheduler scheduler)
            throws IOException {
        FenceStore fences = FenceStore.open(folder, FileOps.system(), clock, node);
        metrics.damaged("fences", fences.damage().size());
        metrics.gauge(
                "pharos_fences", "Fences that hold.", () -> fences.inForce().size());
        metrics.gauge(
                "pharos_fence_decisions",
                "Decisions about fences that are remembered, lifted and expired ones included.",
                fences::size);
        fences.onChange(routes::fence);
        scheduler.every(EXPIRY_PERIOD, fences::tick);
        return fences;
    }
}
