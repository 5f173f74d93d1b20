package io.pharos.interop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.impl.producer.TopicPublishInfo;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.RPCHook;
import org.jspecify.annotations.Nullable;

/**
 * A producer. Arguments: name servers, group, milliseconds between route polls, and where requests are to be signed an
 * access key and its secret. Order {@code send TOPIC FIRST COUNT}
 * sends that many numbered messages one after the other and answers how many were stored and the first failure; order
 * {@code brokers TOPIC} answers the names of the brokers that it would send to.
 */
public final class ProducerAgent {
    private ProducerAgent() {}

    /** Starts the producer and serves until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        RPCHook signing =
                arguments.length > 4 ? new AclClientRPCHook(new SessionCredentials(arguments[3], arguments[4])) : null;
        OpenProducer producer = new OpenProducer(arguments[1], signing);
        producer.setNamesrvAddr(arguments[0]);
        producer.setPollNameServerInterval(Integer.parseInt(arguments[2]));
        producer.start();
        Agent.serve(words -> {
            if (words.get(0).equals("brokers")) {
                return producer.brokers(words.get(1));
            }
            int first = Integer.parseInt(words.get(2));
            int count = Integer.parseInt(words.get(3));
            return send(producer, words.get(1), first, count);
        });
    }

    /** A producer that shows the routes it has. */
    private static final class OpenProducer extends DefaultMQProducer {
        OpenProducer(String group, @Nullable RPCHook hook) {
            super(group, hook);
        }

        List<String> brokers(String topic) {
            TopicPublishInfo known =
                    defaultMQProducerImpl.getTopicPublishInfoTable().get(topic);
            return known == null
                    ? List.of()
                    : known.getMessageQueueList().stream()
                            .map(MessageQueue::getBrokerName)
                            .distinct()
                            .toList();
        }
    }

    private static List<String> send(DefaultMQProducer producer, String topic, int first, int count) {
        int stored = 0;
        String failure = "";
        for (int number = first; number < first + count; number++) {
            try {
                byte[] body = Integer.toString(number).getBytes(UTF_8);
                SendResult result = producer.send(new Message(topic, "tag", body));
                if (result.getSendStatus() == SendStatus.SEND_OK) {
                    stored++;
                } else if (failure.isEmpty()) {
                    failure = result.toString();
                }
            } catch (Exception e) {
                failure = failure.isEmpty() ? "message " + number + ": " + e : failure;
            }
        }
        return List.of(Integer.toString(stored), failure);
    }
}
