package io.pharos.interop.peer;

import java.util.List;

/** The original's push consumer in a process of its own. */
public final class StockConsumer implements AutoCloseable {
    private static final int SECONDS = 30;

    private final ChildJvm child;
    private final AgentProcess agent;

    StockConsumer(ChildJvm child) {
        this.child = child;
        this.agent = new AgentProcess(child);
    }

    /** How many different messages it has consumed. */
    public int seen() {
        return Integer.parseInt(agent.order(SECONDS, List.of("seen")).get(0));
    }

    @Override
    public void close() {
        child.close();
    }
}
