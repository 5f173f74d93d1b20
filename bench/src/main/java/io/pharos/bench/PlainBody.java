package io.pharos.bench;

import java.nio.charset.StandardCharsets;

/**
 * The JSON body of one broker's registration, written as a stock 5.x broker writes it, with places that can be changed
 * without changing its length: the version of the topics, one queue number per topic, and the version of the static-topic
 * mapping, whose time a stock broker sets anew in each registration although nothing has changed. Owned by one thread.
 */
final class PlainBody {
    private final byte[] bytes;
    private final int counterAt;
    private final int mappingTimeAt;
    private final int[] queuesAt;
    private long counter = 100_000;
    private long mappingTime = 1_790_000_000_000L;
    private int changes;

    PlainBody(Landscape landscape, int broker) {
        StringBuilder text = new StringBuilder(200 * landscape.topics() + 1000);
        text.append("{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"counter\":");
        counterAt = text.length();
        text.append(counter).append(",\"stateVersion\":0,\"timestamp\":").append(1_790_000_000_000L + broker);
        text.append("},\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":");
        mappingTimeAt = text.length();
        text.append(mappingTime).append("},\"topicConfigTable\":{");
        queuesAt = new int[landscape.topics()];
        for (int i = 0; i < landscape.topics(); i++) {
            queuesAt[i] = append(text, i == 0 ? "" : ",", landscape.topic(i));
        }
        for (String topic : landscape.ownTopics(broker)) {
            int unused = append(text, ",", topic);
        }
        text.append("},\"topicQueueMappingDetailMap\":{},\"topicQueueMappingInfoMap\":{}}}");
        bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Appends a topic; returns where the number of its read queues is. */
    private static int append(StringBuilder text, String separator, String topic) {
        text.append(separator).append('"').append(topic);
        text.append("\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":");
        int queues = text.length();
        text.append("8,\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"").append(topic);
        text.append("\",\"topicSysFlag\":0,\"writeQueueNums\":8}");
        return queues;
    }

    byte[] bytes() {
        return bytes;
    }

    /** What a stock broker does between two registrations of the same topics. */
    void touch() {
        mappingTime += 30_000;
        Frame.putDigits(bytes, mappingTimeAt, 13, mappingTime);
    }

    /** Changes one topic's read queues and the version; returns which topic. */
    int change() {
        touch();
        counter++;
        Frame.putDigits(bytes, counterAt, 6, 100_000 + counter % 900_000);
        int topic = (int) (changes * 7919L % queuesAt.length);
        changes++;
        bytes[queuesAt[topic]] = (byte) (bytes[queuesAt[topic]] == '9' ? '4' : bytes[queuesAt[topic]] + 1);
        return topic;
    }

    int readQueues(int topic) {
        return bytes[queuesAt[topic]] - '0';
    }
}
