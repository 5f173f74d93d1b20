package io.pharos.interop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A push consumer. Arguments: name servers, group, milliseconds between route polls, topics. Order {@code seen} answers
 * how many different numbers have been consumed.
 */
public final class ConsumerAgent {
    private ConsumerAgent() {}

    /** Starts the consumer and serves until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(arguments[1]);
        consumer.setNamesrvAddr(arguments[0]);
        consumer.setPollNameServerInterval(Integer.parseInt(arguments[2]));
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        for (int i = 3; i < arguments.length; i++) {
            consumer.subscribe(arguments[i], "*");
        }
        MessageListenerConcurrently listener = (messages, context) -> {
            for (MessageExt message : messages) {
                seen.add(new String(message.getBody(), UTF_8));
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        };
        consumer.setMessageListener(listener);
        consumer.start();
        Agent.serve(words -> List.of(Integer.toString(seen.size())));
    }
}
