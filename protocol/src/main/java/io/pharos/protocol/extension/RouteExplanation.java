package io.pharos.protocol.extension;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a route query is answered as it is: the answer to {@link ExplainRoute}. Words are lower-case and listed in
 * {@code docs/protocol-extensions.md}; later versions may have others. Deeply immutable.
 *
 * @param question that was asked
 * @param nowMillis clock of the name server, since 1970-01-01 UTC
 * @param outcome what the query is answered, and why
 * @param revision of the answer in standard JSON
 * @param orderConf order configuration of the topic; null for none
 * @param brokers groups that have the topic, at most {@link #MAX_BROKERS}
 * @param brokersLeftOut number of groups that have the topic and are not among {@code brokers}
 * @param left groups that had the topic, as far as remembered, the latest first
 */
public record RouteExplanation(
        ExplainRoute question,
        long nowMillis,
        Outcome outcome,
        String revision,
        @Nullable String orderConf,
        List<Broker> brokers,
        int brokersLeftOut,
        List<Left> left) {
    /** Broker groups that are explained at most; those that are in trouble come first when there are more. */
    public static final int MAX_BROKERS = 100;

    /** Members of a group that are listed at most. */
    public static final int MAX_MEMBERS = 16;

    /** Copies the lists. */
    public RouteExplanation {
        brokers = List.copyOf(brokers);
        left = List.copyOf(left);
    }

    /**
     * What the query is answered.
     *
     * @param result {@code found}, {@code not_found}, {@code not_ready} or {@code not_allowed}
     * @param code of the answer to 105
     * @param cause why the topic is not found, as a word; null when some broker has it
     * @param summary one sentence for people, without an end mark
     */
    public record Outcome(String result, int code, @Nullable String cause, String summary) {}

    /**
     * A broker group that has the topic.
     *
     * @param cluster name
     * @param brokerName name
     * @param zone of the group; null for none
     * @param leftOut why it is not in the answer, a sentence; null when it is
     * @param queues what it has of the topic
     * @param actingMaster address of the slave that is shown as its master; null for none
     * @param members by ascending id, at most {@link #MAX_MEMBERS}
     * @param membersLeftOut number of members that are not listed
     */
    public record Broker(
            String cluster,
            String brokerName,
            @Nullable String zone,
            @Nullable String leftOut,
            Queues queues,
            @Nullable String actingMaster,
            List<Member> members,
            int membersLeftOut) {
        /** Copies the list. */
        public Broker {
            members = List.copyOf(members);
        }
    }

    /**
     * What a group has of the topic.
     *
     * @param read number of queues
     * @param write number of queues
     * @param registered permission bits that the broker registered
     * @param answered permission bits in the answer
     * @param stoppedBy what takes the right to write away, as words; empty for nothing
     * @param fences the decisions behind it
     * @param writable whether producers that get this answer write to it: it has the right, a master, and queues
     */
    public record Queues(
            int read,
            int write,
            int registered,
            int answered,
            List<String> stoppedBy,
            List<Decision> fences,
            boolean writable) {
        /** Copies the lists. */
        public Queues {
            stoppedBy = List.copyOf(stoppedBy);
            fences = List.copyOf(fences);
        }
    }

    /**
     * A broker of a group.
     *
     * @param id 0 for a master
     * @param address {@code host:port}
     * @param state {@code live}, {@code restored} (known from the copy of an earlier run alone), or {@code gone} (leaving
     *     the routes just now)
     * @param silentMillis since its last registration or heartbeat; null when there was none since the start
     * @param goneInMillis when it is removed unless one of these comes before; null when it is gone
     * @param connection number of the connection that its registration holds by, as in the log; null for none
     * @param peer address that this connection comes from; null when it is not open
     */
    public record Member(
            long id,
            String address,
            String state,
            @Nullable Long silentMillis,
            @Nullable Long goneInMillis,
            @Nullable Long connection,
            @Nullable String peer) {}

    /**
     * A broker group that had the topic.
     *
     * @param cluster name
     * @param brokerName name
     * @param why the topic left it, as a word
     * @param agoMillis how long ago
     */
    public record Left(String cluster, String brokerName, String why, long agoMillis) {}

    /** Writes the body. */
    public byte[] encode() {
        return RouteExplanationCodec.encode(this);
    }

    /** Reads a body; members that are missing are empty, 0 or false. */
    public static RouteExplanation decode(ByteBuffer body) {
        return RouteExplanationCodec.decode(body);
    }
}
