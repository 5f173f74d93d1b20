package io.pharos.interop.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A broker of the original in a process of its own; it keeps port, folder and options when it is restarted. */
public final class StockBroker implements AutoCloseable {
    /** The older release does not start without this file. */
    private static final String LOGGING = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>${user.home}/logs/broker.log</file>
                <encoder><pattern>%d %p %t - %m%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private final ChildJvm.Launch launch;
    private final String name;
    private final String host;
    private final int port;
    private ChildJvm child;

    private StockBroker(ChildJvm.Launch launch, String name, String host, int port) {
        this.launch = launch;
        this.name = name;
        this.host = host;
        this.port = port;
        this.child = ChildJvm.start(launch, true);
    }

    /**
     * What a broker is started with.
     *
     * @param release which of the original's releases
     * @param name the broker's name
     * @param id its id, 0 for a master
     * @param nameServers addresses joined by semicolons
     * @param options further keys of its configuration, which win over the laboratory's
     * @param island where it runs; null for this host
     */
    public record Spec(
            Release release,
            String name,
            long id,
            String nameServers,
            Map<String, String> options,
            @Nullable Island island) {
        /** A master of release 5.5.0 without further options. */
        public static Spec master(String name, String nameServers) {
            return new Spec(Release.V5_5_0, name, 0, nameServers, Map.of(), null);
        }

        /** The same broker with one more option. */
        public Spec with(String key, String value) {
            Map<String, String> all = new LinkedHashMap<>(options);
            all.put(key, value);
            return new Spec(release, name, id, nameServers, all, island);
        }

        /** The same broker as another release. */
        public Spec as(Release other) {
            return new Spec(other, name, id, nameServers, options, island);
        }

        /** A slave of the same group. */
        public Spec slave(long slaveId) {
            return new Spec(release, name, slaveId, nameServers, options, island);
        }

        /** The same broker on an island. */
        public Spec on(Island there) {
            return new Spec(release, name, id, nameServers, options, there);
        }
    }

    static StockBroker start(Path folder, Spec spec) {
        int port = Ports.freeWithNeighbours();
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("brokerClusterName", "lab");
        keys.put("brokerName", spec.name());
        keys.put("brokerId", Long.toString(spec.id()));
        keys.put("brokerRole", spec.id() == 0 ? "ASYNC_MASTER" : "SLAVE");
        Island island = spec.island();
        String host = island == null ? "127.0.0.1" : island.itsAddress();
        keys.put("brokerIP1", host);
        keys.put("brokerIP2", host);
        keys.put("listenPort", Integer.toString(port));
        keys.put("haListenPort", Integer.toString(port + 1));
        keys.put("namesrvAddr", spec.nameServers());
        keys.put("storePathRootDir", folder.resolve("store").toString());
        keys.put("storePathCommitLog", folder.resolve("store/commitlog").toString());
        keys.put("mappedFileSizeCommitLog", "16777216");
        keys.put("mapedFileSizeCommitLog", "16777216");
        keys.put("mappedFileSizeConsumeQueue", "60000");
        keys.put("mapedFileSizeConsumeQueue", "60000");
        keys.put("maxHashSlotNum", "1000");
        keys.put("maxIndexNum", "4000");
        keys.put("diskMaxUsedSpaceRatio", "95");
        keys.put("autoCreateTopicEnable", "false");
        keys.put("registerNameServerPeriod", "10000");
        keys.putAll(spec.options());
        String text = keys.entrySet().stream()
                .map(key -> key.getKey() + "=" + key.getValue() + "\n")
                .collect(Collectors.joining());
        Path file = folder.resolve("broker.conf");
        try {
            Files.createDirectories(folder.resolve("conf"));
            Files.writeString(file, text);
            Files.writeString(folder.resolve("conf").resolve("logback_broker.xml"), LOGGING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        List<String> options = new ArrayList<>(Release.OPENINGS);
        options.addAll(List.of("-Xms256m", "-Xmx512m", "-XX:MaxDirectMemorySize=512m"));
        ChildJvm.Launch launch = new ChildJvm.Launch(
                island == null ? List.of() : island.prefix(),
                folder,
                spec.release().classpath(),
                options,
                "org.apache.rocketmq.broker.BrokerStartup",
                List.of("-c", file.toString()));
        return new StockBroker(launch, spec.name(), host, port);
    }

    /** The broker's name. */
    public String name() {
        return name;
    }

    /** {@code host:port} as it registers. */
    public String address() {
        return host + ":" + port;
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** Its process. */
    public ChildJvm child() {
        return child;
    }

    /** Starts it again after its process has ended. */
    public void restart() {
        child.close();
        child = ChildJvm.start(launch, true);
    }

    @Override
    public void close() {
        child.close();
    }
}
