package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.MqAdmin;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.Release;
import io.pharos.interop.peer.StockBroker;
import io.pharos.interop.peer.StockConsumer;
import io.pharos.interop.peer.StockProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The original's clients work through two name servers of which one is away. */
class FailoverTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int TOPICS = 10;
    private static final int PER_TOPIC = 1000;

    private static final Lab LAB = new Lab(FailoverTest.class);

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void tenThousandMessagesArriveWhileOneNameServerAfterTheOtherIsKilled() throws Exception {
        NameServer first = LAB.subject(Map.of());
        NameServer second = LAB.subject(Map.of());
        String both = first.address() + ";" + second.address();
        LAB.broker(StockBroker.Spec.master("broker-a", both));
        LAB.broker(StockBroker.Spec.master("broker-b", both).as(Release.V4_9_7));
        List<String> topics = createTopics(first, second);
        StockConsumer consumer = LAB.consumer(both, "readers", topics);
        StockProducer producer = LAB.producer(both, "writers");

        AtomicInteger sent = new AtomicInteger();
        // A stock producer fails a first send when the name server that it has chosen for the topic's route is gone.
        sendAll(producer, topics, 0, 1, sent);
        ExecutorService sender = Executors.newSingleThreadExecutor();
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(() -> sendAll(producer, topics, 1, PER_TOPIC, sent), sender);
        for (NameServer server : List.of(first, second)) {
            int before = sent.get();
            server.child().kill();
            await("sends while a name server is away")
                    .atMost(PATIENCE)
                    .until(() -> sent.get() > before || sending.isDone());
            server.restart();
        }
        sending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        sender.shutdown();

        assertThat(sent).hasValue(TOPICS * PER_TOPIC);
        await("all messages").atMost(PATIENCE).until(() -> consumer.seen() == TOPICS * PER_TOPIC);
    }

    private static List<String> createTopics(NameServer first, NameServer second) {
        MqAdmin admin = LAB.mqAdmin();
        for (NameServer server : List.of(first, second)) {
            await("brokers at " + server.address()).atMost(PATIENCE).untilAsserted(() -> {
                assertThat(server.route("broker-a").code()).isZero();
                assertThat(server.route("broker-b").code()).isZero();
            });
        }
        List<String> topics = new ArrayList<>();
        for (int i = 0; i < TOPICS; i++) {
            admin.mustSucceed(first.address(), "updateTopic", "-c", "lab", "-t", "Numbers" + i);
            topics.add("Numbers" + i);
        }
        return topics;
    }

    /** Sends to each topic the messages from one number to another, which is not sent, all numbers being different. */
    private static void sendAll(StockProducer producer, List<String> topics, int from, int to, AtomicInteger sent) {
        for (int i = 0; i < TOPICS; i++) {
            StockProducer.Sent run = producer.send(topics.get(i), i * PER_TOPIC + from, to - from);
            assertThat(run.failure()).as("first failure on %s", topics.get(i)).isEmpty();
            sent.addAndGet(run.stored());
        }
    }
}
