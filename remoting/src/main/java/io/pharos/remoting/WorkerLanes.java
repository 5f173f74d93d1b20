package io.pharos.remoting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * {@link WorkerPool}s of one thread each: tasks of one key run one after the other in the order of their submission,
 * those of others beside them. Thread-safe.
 */
public final class WorkerLanes implements AutoCloseable {
    private final List<WorkerPool> lanes = new ArrayList<>();

    /**
     * Creates lanes; threads start when there is work.
     *
     * @param name prefix of the threads' names
     * @param count of lanes; 1 or more
     * @param queueCapacity tasks that may wait in each lane; 1 or more
     */
    public WorkerLanes(String name, int count, int queueCapacity) {
        for (int i = 0; i < count; i++) {
            lanes.add(new WorkerPool(name + "-" + i, 1, queueCapacity));
        }
    }

    /** The lane of a key; always the same one. */
    public Executor of(long key) {
        return lanes.get((int) Math.floorMod(key, (long) lanes.size()));
    }

    /** Tasks that wait. */
    public int backlog() {
        return lanes.stream().mapToInt(WorkerPool::backlog).sum();
    }

    /** Finishes what was accepted, as each pool does, and refuses the rest. */
    @Override
    public void close() {
        lanes.forEach(WorkerPool::close);
    }
}
