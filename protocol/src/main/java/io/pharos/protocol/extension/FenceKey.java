package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Names;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What a fence stops writes to: a broker, a topic on one broker, or a topic everywhere.
 *
 * @param topic empty for all topics of the broker
 * @param cluster of the broker; empty for a topic everywhere
 * @param brokerName empty for a topic everywhere
 */
public record FenceKey(String topic, String cluster, String brokerName) implements Comparable<FenceKey> {
    private static final Comparator<FenceKey> ORDER = Comparator.comparing(FenceKey::cluster)
            .thenComparing(FenceKey::brokerName)
            .thenComparing(FenceKey::topic);

    /** All topics of a broker. */
    public static FenceKey broker(String cluster, String brokerName) {
        return new FenceKey("", cluster, brokerName);
    }

    /** A topic wherever it is. */
    public static FenceKey topic(String topic) {
        return new FenceKey(topic, "", "");
    }

    /** Whether it is about all topics of a broker. */
    public boolean isBroker() {
        return topic.isEmpty();
    }

    /** Whether it is about a topic wherever it is. */
    public boolean isEverywhere() {
        return brokerName.isEmpty();
    }

    /** Reason why nothing can be of this name; null when it is fine. */
    public @Nullable String problem() {
        if (topic.isEmpty() && brokerName.isEmpty()) {
            return "neither brokerName nor topic is given; name one of them or both";
        }
        if (brokerName.isEmpty()) {
            return cluster.isEmpty()
                    ? Names.registeredTopicProblem(topic)
                    : "cluster[" + Quoted.bounded(cluster) + "] is given without a brokerName; name the broker too";
        }
        String problem = topic.isEmpty() ? null : Names.registeredTopicProblem(topic);
        problem = problem == null ? Names.brokerNameProblem(brokerName) : problem;
        return problem == null ? Names.clusterNameProblem(cluster) : problem;
    }

    /** For logs and remarks. */
    public String shown() {
        String broker = isEverywhere()
                ? ""
                : "broker[" + Quoted.bounded(brokerName) + "] of cluster[" + Quoted.bounded(cluster) + "]";
        if (isBroker()) {
            return broker;
        }
        return "topic[" + Quoted.bounded(topic) + "] " + (isEverywhere() ? "everywhere" : "on " + broker);
    }

    @Override
    public int compareTo(FenceKey other) {
        return ORDER.compare(this, other);
    }
}
