package io.pharos.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A cluster of brokers of which each has all topics, and the requests that its brokers and clients send.
 *
 * @param brokers number of brokers
 * @param topics number of topics
 */
record Landscape(int brokers, int topics) {
    private static final String TOPIC_LINE = " 8 8 6 SINGLE_TAG {}";
    private static final String CLUSTER = "prod-cluster";
    private static final List<String> DOMAINS =
            List.of("trade-order", "payment", "inventory", "logistics", "member-account", "risk-control", "marketing");
    private static final List<String> EVENTS =
            List.of("created", "paid", "cancelled-delay", "refund-requested", "shipped", "status-changed");

    /** Parses {@code 32x10000}. */
    static Landscape parse(String text) {
        String[] parts = text.split("x", 2);
        return new Landscape(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    @Override
    public String toString() {
        return brokers + "x" + topics;
    }

    String broker(int index) {
        return "broker-prod-" + index;
    }

    /** What a stock broker has besides. */
    List<String> ownTopics(int broker) {
        return List.of(
                "SELF_TEST_TOPIC",
                "BenchmarkTest",
                "OFFSET_MOVED_EVENT",
                "SCHEDULE_TOPIC_XXXX",
                "TBW102",
                CLUSTER,
                broker(broker));
    }

    String topic(int index) {
        return "%s_%s_%05d"
                .formatted(
                        DOMAINS.get(index % DOMAINS.size()), EVENTS.get(index / DOMAINS.size() % EVENTS.size()), index);
    }

    Frame routeQuery(int topic) {
        return Frame.of(105, "\"topic\":\"" + topic(topic) + "\"", new byte[0]);
    }

    /** A route query by who has an answer already. */
    Frame poll(int topic, String revision) {
        return Frame.of(105, "\"revision\":\"" + revision + "\",\"topic\":\"" + topic(topic) + "\"", new byte[0]);
    }

    Frame heartbeat(int broker) {
        return Frame.of(904, identity(broker), new byte[0]);
    }

    private String identity(int broker) {
        return "\"brokerAddr\":\"" + address(broker) + "\",\"brokerId\":\"0\",\"brokerName\":\"" + broker(broker)
                + "\",\"clusterName\":\"" + CLUSTER + "\"";
    }

    private static String address(int broker) {
        return "10.20." + broker / 250 + "." + (broker % 250 + 1) + ":10911";
    }

    /** The frame of a registration around the given body. */
    Frame registration(int broker, byte[] body, boolean deflated) {
        CRC32 crc = new CRC32();
        crc.update(body);
        String extFields = "\"bodyCrc32\":\"" + (crc.getValue() & 0x7fffffff) + "\"," + identity(broker)
                + ",\"compressed\":\"" + deflated + "\",\"enableActingMaster\":\"false\",\"haServerAddr\":\""
                + address(broker).replace("10911", "10912") + "\"";
        return Frame.of(103, extFields, body);
    }

    /** The zlib form of a registration. */
    byte[] deflatedBody(int broker) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            text(out, "{\"counter\":5,\"stateVersion\":0,\"timestamp\":" + (1_790_000_000_000L + broker) + "}");
            List<String> own = ownTopics(broker);
            out.writeInt(topics + own.size());
            for (int i = 0; i < topics; i++) {
                text(out, topic(i) + TOPIC_LINE);
            }
            for (String topic : own) {
                text(out, topic + TOPIC_LINE);
            }
            text(out, "[]");
            out.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** How many topics queries are spread over: enough to defeat a cache of one, few enough to keep their answers. */
    int asked() {
        return Math.min(topics, 1000);
    }

    /** The topic that query number {@code i} asks for, spread over all. */
    int askedTopic(int i) {
        return (int) ((long) (i % asked()) * topics / asked());
    }
}
