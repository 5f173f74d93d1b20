package io.pharos.nameserver.handler;

import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationCodec;
import io.pharos.protocol.route.TopicConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Registrations as brokers of 5.x send them. */
final class Brokers {
    static final DataVersion VERSION = new DataVersion(0, 1_700_000_000_000L, 5);

    private Brokers() {}

    /** The master of a group in cluster {@code c1}, with topics of four queues. */
    static RegisterBroker master(String name, String... topics) {
        return broker("c1", name, 0, name + ":10911", null, registration(topics(topics)));
    }

    static RegisterBroker slave(String name, long id, String... topics) {
        return broker("c1", name, id, name + "-" + id + ":10911", null, registration(topics(topics)));
    }

    static RegisterBroker broker(
            String cluster, String name, long id, String address, @Nullable String zone, Registration registration) {
        byte[] body = RegistrationCodec.encodePlain(registration, 0);
        return new RegisterBroker(
                name, address, cluster, "ha-" + address, id, null, false, false, 0, zone, ByteBuffer.wrap(body));
    }

    static Registration registration(List<TopicConfig> topics) {
        Map<String, TopicConfig> byName = new LinkedHashMap<>();
        topics.forEach(topic -> byName.put(topic.name(), topic));
        return new Registration(VERSION, byName, Map.of(), List.of());
    }

    static List<TopicConfig> topics(String... names) {
        List<TopicConfig> topics = new ArrayList<>();
        for (String name : names) {
            topics.add(topic(name, 4, 6, 0));
        }
        return topics;
    }

    static TopicConfig topic(String name, int queues, int permission, int sysFlag) {
        return new TopicConfig(name, queues, queues, permission, sysFlag, false, "SINGLE_TAG", Map.of());
    }

    /** The same registration with another body. */
    static RegisterBroker withBody(RegisterBroker request, boolean compressed, int crc32, byte[] body) {
        return new RegisterBroker(
                request.brokerName(),
                request.brokerAddr(),
                request.clusterName(),
                request.haServerAddr(),
                request.brokerId(),
                request.heartbeatTimeoutMillis(),
                request.enableActingMaster(),
                compressed,
                crc32,
                request.zoneName(),
                ByteBuffer.wrap(body));
    }
}
