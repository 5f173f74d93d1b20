package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.Names;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.TopicConfig;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a registration must satisfy before any of it is applied. A refusal names the input and the rule. What names and
 * topics may be is {@link Names}' to say; the ranges of header fields are checked where the header is read.
 */
final class RegistrationCheck {
    private static final int MAX_QUEUES = 1 << 20;

    private RegistrationCheck() {}

    /**
     * Checks a registration.
     *
     * @param news the topics of it that are not held already
     */
    static void check(RegistrationHeader header, Collection<TopicConfig> news) {
        BrokerIdentity identity = header.identity();
        String unfit = identityProblem(header);
        if (unfit != null) {
            throw refused(identity, unfit);
        }
        for (TopicConfig topic : news) {
            String name = Names.registeredTopicProblem(topic.name());
            String wrong = name != null ? name : queuesProblem(topic.name(), topic.readQueues(), topic.writeQueues());
            if (wrong != null) {
                throw refused(identity, wrong);
            }
        }
    }

    /** The same rules for a topic that is announced apart from a registration. */
    static void checkTopic(String request, String topic, List<QueueData> queues) {
        String wrong = Names.registeredTopicProblem(topic);
        for (QueueData queue : queues) {
            wrong = wrong != null ? wrong : queuesProblem(topic, queue.readQueues(), queue.writeQueues());
        }
        if (wrong != null) {
            throw new RequestFailed(ResponseCode.SYSTEM_ERROR, request + " refused: " + wrong);
        }
    }

    private static @Nullable String identityProblem(RegistrationHeader header) {
        BrokerIdentity identity = header.identity();
        String cluster = Names.clusterNameProblem(identity.cluster());
        String broker = Names.brokerNameProblem(identity.brokerName());
        String address = Names.addressProblem(identity.address());
        return cluster != null ? cluster : broker != null ? broker : address;
    }

    private static @Nullable String queuesProblem(String topic, int read, int write) {
        return outside(read) || outside(write)
                ? "topic[" + Quoted.bounded(topic) + "] has " + read + " read and " + write
                        + " write queues; each must be from 0 to " + MAX_QUEUES
                : null;
    }

    private static boolean outside(int queues) {
        return queues < 0 || queues > MAX_QUEUES;
    }

    private static RequestFailed refused(BrokerIdentity identity, String why) {
        return new RequestFailed(ResponseCode.SYSTEM_ERROR, "registration of " + identity.shown() + " refused: " + why);
    }
}
