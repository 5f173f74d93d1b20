package io.pharos.bench.micro;

import io.pharos.base.Clock;
import io.pharos.nameserver.route.BrokerIdentity;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.RegistrationHeader;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteEncoder;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.TopicConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The brokers that route benchmarks are about, and routes whose writer is the benchmark's thread. */
final class Fleet {
    static final int BROKERS = 32;

    private Fleet() {}

    static Routes routes(RouteEncoder encoder, long answerBytes) {
        return new Routes(
                Clock.system(), Runnable::run, RouteSettings.DEFAULT, new NoEffects(), encoder, answerBytes, "run");
    }

    static RegistrationHeader header(int broker) {
        BrokerIdentity identity = new BrokerIdentity("c", "broker-" + broker, 0, "10.0.0." + (broker + 1) + ":10911");
        return new RegistrationHeader(identity, "", null, null, false, 0);
    }

    static String topic(int number) {
        return "trade-order_created_" + number;
    }

    static Registration registration(int count, long counter, int queuesOfTheFirst) {
        Map<String, TopicConfig> topics = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = topic(i);
            int queues = i == 0 ? queuesOfTheFirst : 8;
            topics.put(name, new TopicConfig(name, queues, 8, 6, 0, false, "SINGLE_TAG", Map.of()));
        }
        return new Registration(new DataVersion(0, 1_790_000_000_000L, counter), topics, Map.of(), List.of());
    }

    private static final class NoEffects implements RouteEffects {
        @Override
        public void minBrokerIdChanged(MinBrokerIdChange change) {}

        @Override
        public void closeSilentConnection(long connectionId) {}
    }
}
