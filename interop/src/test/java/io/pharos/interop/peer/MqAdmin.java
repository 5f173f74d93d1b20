package io.pharos.interop.peer;

import java.util.ArrayList;
import java.util.List;

/** The original's {@code mqadmin}, many sub-commands in one process. One caller at a time. */
public final class MqAdmin implements AutoCloseable {
    private static final int SECONDS = 30;

    private final ChildJvm child;
    private final AgentProcess agent;

    MqAdmin(ChildJvm child) {
        this.child = child;
        this.agent = new AgentProcess(child);
    }

    /**
     * How a sub-command ended.
     *
     * @param ended {@code done}, or {@code running} when it was still at it and was interrupted
     * @param out what it printed
     * @param err what it printed to standard error
     */
    public record Outcome(String ended, String out, String err) {}

    /** Runs a sub-command against the name servers and waits for it. */
    public Outcome run(String nameServers, String... words) {
        return run(SECONDS, nameServers, words);
    }

    /** As {@link #run(String, String...)} for a sub-command that does not end by itself. */
    public Outcome run(int seconds, String nameServers, String... words) {
        List<String> order = new ArrayList<>();
        order.add(Integer.toString(seconds));
        order.addAll(List.of(words));
        order.addAll(List.of("-n", nameServers));
        List<String> answer = agent.order(seconds + SECONDS, order);
        return new Outcome(answer.get(0), answer.get(1), answer.get(2));
    }

    /** Runs a sub-command that must succeed; one that did says so. */
    public void mustSucceed(String nameServers, String... words) {
        Outcome outcome = run(nameServers, words);
        if (!outcome.out().contains("success") || outcome.err().contains("Exception")) {
            throw new IllegalStateException(String.join(" ", words) + " failed: " + outcome);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
