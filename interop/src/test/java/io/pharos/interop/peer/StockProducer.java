package io.pharos.interop.peer;

import java.util.List;

/** The original's producer in a process of its own. */
public final class StockProducer implements AutoCloseable {
    private static final int SECONDS = 120;

    private final ChildJvm child;
    private final AgentProcess agent;

    StockProducer(ChildJvm child) {
        this.child = child;
        this.agent = new AgentProcess(child);
    }

    /**
     * What became of a run of messages.
     *
     * @param stored how many the brokers have stored
     * @param failure the first failure, empty if there was none
     */
    public record Sent(int stored, String failure) {}

    /** Sends numbered messages one after the other, each one tried as the client's defaults say. */
    public Sent send(String topic, int first, int count) {
        List<String> words = List.of("send", topic, Integer.toString(first), Integer.toString(count));
        List<String> answer = agent.order(SECONDS, words);
        return new Sent(Integer.parseInt(answer.get(0)), answer.get(1));
    }

    /** The names of the brokers that it would send a topic's messages to, by the route that it has. */
    public List<String> brokers(String topic) {
        return agent.order(SECONDS, List.of("brokers", topic));
    }

    @Override
    public void close() {
        child.close();
    }
}
