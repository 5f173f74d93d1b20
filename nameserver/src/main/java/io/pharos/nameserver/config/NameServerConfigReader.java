package io.pharos.nameserver.config;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Names;
import io.pharos.remoting.access.AddressList;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Builds a {@link NameServerConfig} from several sources, the later one winning: system properties, environment, file,
 * flags. Problems are collected and told together. Not thread-safe.
 */
public final class NameServerConfigReader {
    /** System properties of the original and the keys they give the default of. */
    private static final Map<String, String> SYSTEM_PROPERTIES = Map.of(
            "rocketmq.home.dir", "rocketmqHome",
            "com.rocketmq.remoting.socket.sndbuf.size", "serverSocketSndBufSize",
            "com.rocketmq.remoting.socket.rcvbuf.size", "serverSocketRcvBufSize",
            "com.rocketmq.remoting.socket.backlog", "serverSocketBacklog",
            "com.rocketmq.remoting.write.buffer.high.water.mark", "writeBufferHighWaterMark",
            "com.rocketmq.remoting.write.buffer.low.water.mark", "writeBufferLowWaterMark",
            "com.rocketmq.remoting.frameMaxLength", "frameMaxLength");

    /** The original's name of {@code tls.enable} in the properties file, which wins over the system property. */
    private static final String USE_TLS = "useTLS";

    /** TLS settings that the TLS file cannot hold in the original either. */
    private static final Set<ConfigKey<?>> NOT_IN_TLS_FILE =
            Set.of(NameServerKeys.TLS_MODE, NameServerKeys.TLS_ENABLE, NameServerKeys.TLS_FILE);

    private static final Set<ConfigKey<?>> PATHS = Set.of(
            NameServerKeys.KV_CONFIG_PATH,
            NameServerKeys.DATA_FOLDER,
            NameServerKeys.TLS_FILE,
            NameServerKeys.TLS_KEY,
            NameServerKeys.TLS_CERTIFICATE,
            NameServerKeys.TLS_TRUST,
            NameServerKeys.TLS_CLIENT_KEY,
            NameServerKeys.TLS_CLIENT_CERTIFICATE,
            NameServerKeys.TLS_CLIENT_TRUST);

    private static final long SHORTEST_ANSWER_MILLIS = 1_000;
    private static final long SHORTEST_LOSS_MILLIS = 2_000;
    private static final long FEWEST_BYTES_PER_PEER = 65_536;
    private static final int MAX_PEERS = 16;

    /** From the listening port to that of the metrics, so that several servers on a host need no setting. */
    private static final long METRICS_PORT_DISTANCE = 10_000;

    private static final long LAST_PORT = 65_535;

    private final Map<ConfigKey<?>, Object> values = new HashMap<>();
    private final Map<String, String> extras = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private String home = ".";

    NameServerConfigReader() {}

    /** Takes what the original takes from system properties, {@code user.home} and TLS settings among them. */
    public NameServerConfigReader systemProperties(Map<String, String> properties) {
        home = properties.getOrDefault("user.home", home);
        properties.forEach((name, value) -> {
            ConfigKey<?> key = NameServerKeys.ALL.get(SYSTEM_PROPERTIES.getOrDefault(name, name));
            if (key != null && (SYSTEM_PROPERTIES.containsKey(name) || name.startsWith("tls."))) {
                set(key, value, "system property " + name);
            }
        });
        return this;
    }

    /** Takes ROCKETMQ_HOME and NAMESRV settings of the original's scripts; other variables are none of its business. */
    public NameServerConfigReader environment(Map<String, String> variables) {
        String rocketmqHome = variables.get("ROCKETMQ_HOME");
        if (rocketmqHome != null && !values.containsKey(NameServerKeys.ROCKETMQ_HOME)) {
            set(NameServerKeys.ROCKETMQ_HOME, rocketmqHome, "environment");
        }
        return this;
    }

    /** Takes the original's properties file. */
    public NameServerConfigReader file(Path file) {
        Map<String, String> entries;
        try {
            entries = properties(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException failure) {
            problems.add("cannot read file " + file + " (" + failure.getClass().getSimpleName()
                    + "); give the path of a readable properties file");
            return this;
        }
        set(NameServerKeys.CONFIG_STORE_PATH, file.toAbsolutePath().toString(), "flag");
        entries.forEach((name, value) -> entry(name, value, "file " + file.getFileName()));
        return this;
    }

    /** Takes settings by key name that win over all others. */
    public NameServerConfigReader flags(Map<String, String> settings) {
        settings.forEach((name, value) -> entry(name, value, "command line"));
        return this;
    }

    /**
     * The configuration.
     *
     * @throws InvalidConfig lists everything that is wrong
     */
    public NameServerConfig build() throws InvalidConfig {
        tlsFile();
        values.putIfAbsent(
                NameServerKeys.TLS_ENABLE,
                values.getOrDefault(NameServerKeys.TLS_MODE, "").equals("enforcing"));
        refuseTrue(NameServerKeys.CLUSTER_TEST, "the original's cluster-test mode is not supported");
        refuseTrue(
                NameServerKeys.CONTROLLER,
                "an embedded controller is not supported, run the original's controller as a process of its own");
        defaultPlaces();
        NameServerConfig config = new NameServerConfig(values, extras, remarks);
        if (config.get(NameServerKeys.LOW_WATER_MARK) > config.get(NameServerKeys.HIGH_WATER_MARK)) {
            problems.add("writeBufferLowWaterMark is above writeBufferHighWaterMark");
        }
        long bytesPerPeer = config.get(NameServerKeys.MAX_BYTES_PER_PEER);
        if (bytesPerPeer > 0 && bytesPerPeer < FEWEST_BYTES_PER_PEER) {
            problems.add("maxBytesPerSecondPerPeer=" + bytesPerPeer + " must be at least " + FEWEST_BYTES_PER_PEER
                    + ", which is less than one read may bring, or 0 for no limit");
        }
        checkLiveness(config);
        checkPeers(config.peers());
        checkSigning(config);
        List.of(
                        NameServerKeys.CLIENT_ALLOW,
                        NameServerKeys.BROKER_ALLOW,
                        NameServerKeys.OPERATOR_ALLOW,
                        NameServerKeys.PROXY_ALLOW)
                .forEach(key -> checkAddresses(config, key));
        if (!problems.isEmpty()) {
            throw new InvalidConfig(problems);
        }
        return config;
    }

    private void checkLiveness(NameServerConfig config) {
        long probeAfter = config.get(NameServerKeys.PROBE_AFTER_MILLIS);
        long suspectAfter = config.get(NameServerKeys.SUSPECT_AFTER_MILLIS);
        if (probeAfter > 0 && suspectAfter - probeAfter < SHORTEST_ANSWER_MILLIS) {
            problems.add("suspectAfterMillis=" + suspectAfter + " leaves less than " + SHORTEST_ANSWER_MILLIS
                    + " ms for an answer; it must be at least " + (probeAfter + SHORTEST_ANSWER_MILLIS)
                    + " with probeAfterMillis=" + probeAfter + ", or set that to 0 to ask nobody");
        }
        long loss = config.get(NameServerKeys.LOSS_MILLIS);
        if (loss > 0 && loss < SHORTEST_LOSS_MILLIS) {
            problems.add("lostHostMillis=" + loss + " must be at least " + SHORTEST_LOSS_MILLIS
                    + ", or 0 to leave it to the operating system");
        }
    }

    private void checkSigning(NameServerConfig config) {
        boolean hasFile = !config.get(NameServerKeys.CREDENTIALS_FILE).isEmpty();
        boolean hasPeerKey = !config.get(NameServerKeys.PEER_ACCESS_KEY).isEmpty();
        for (ConfigKey<Boolean> key :
                List.of(NameServerKeys.CLIENT_SIGNED, NameServerKeys.BROKER_SIGNED, NameServerKeys.OPERATOR_SIGNED)) {
            if (config.get(key) && !hasFile) {
                problems.add(key.name() + "=true needs credentialsFile, the file of the credentials that may sign");
            }
        }
        if (hasPeerKey && !hasFile) {
            problems.add("peerAccessKey needs credentialsFile, which has its secret");
        }
        if (config.get(NameServerKeys.OPERATOR_SIGNED) && !config.peers().isEmpty() && !hasPeerKey) {
            problems.add("operatorSigned=true with peers needs peerAccessKey: what peers tell must be signed too");
        }
        boolean verifies = config.get(NameServerKeys.TLS_AUTH_CLIENT)
                && !config.get(NameServerKeys.TLS_TRUST).isEmpty()
                && !config.get(NameServerKeys.TLS_CLIENT_AUTH).equals("none");
        for (ConfigKey<String> key : List.of(
                NameServerKeys.CLIENT_CERTIFICATES,
                NameServerKeys.BROKER_CERTIFICATES,
                NameServerKeys.OPERATOR_CERTIFICATES)) {
            if (!config.names(key).isEmpty() && !verifies) {
                problems.add(key.name()
                        + " needs certificates that are verified: set tls.server.need.client.auth to optional"
                        + " or require, tls.server.authClient=true and tls.server.trustCertPath");
            }
        }
    }

    private void checkAddresses(NameServerConfig config, ConfigKey<String> key) {
        try {
            AddressList unused = config.addresses(key);
        } catch (IllegalArgumentException wrong) {
            problems.add(key.name() + ": " + wrong.getMessage());
        }
    }

    private void checkPeers(List<String> peers) {
        for (String peer : peers) {
            String problem = Names.addressProblem(peer);
            if (problem != null) {
                problems.add(NameServerKeys.PEERS.name() + ": " + problem);
            }
        }
        if (peers.size() > MAX_PEERS) {
            problems.add(NameServerKeys.PEERS.name() + ": " + peers.size() + " are named, at most " + MAX_PEERS
                    + " are allowed");
        }
    }

    /**
     * Reads properties text.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    static Map<String, String> properties(String text) {
        Properties parsed = new Properties();
        try {
            parsed.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new IllegalStateException("text in memory cannot fail", impossible);
        }
        Map<String, String> entries = new TreeMap<>();
        parsed.stringPropertyNames().forEach(name -> entries.put(name, parsed.getProperty(name)));
        return entries;
    }

    private void entry(String name, String value, String source) {
        if (name.equals(USE_TLS)) {
            extras.put(name, value);
            set(NameServerKeys.TLS_ENABLE, value, USE_TLS + " in " + source);
            return;
        }
        ConfigKey<?> key = NameServerKeys.ALL.get(name);
        if (key == null) {
            extras.put(name, value);
            remarks.add("unknown key [" + Quoted.bounded(name) + "] in " + source
                    + NearestName.of(name, NameServerKeys.ALL.keySet())
                            .map(nearest -> ", did you mean " + nearest + "?")
                            .orElse(""));
            return;
        }
        if (key.use() == ConfigKey.Use.NONE || key.use() == ConfigKey.Use.HIDDEN) {
            remarks.add("key " + name + " in " + source + " has no effect: " + key.sentence());
        }
        set(key, value, source);
    }

    private void set(ConfigKey<?> key, String value, String source) {
        try {
            Object parsed = key.parse(value);
            if (PATHS.contains(key)) {
                Path unused = Path.of(parsed.toString());
            }
            values.put(key, parsed);
        } catch (InvalidPathException noPath) {
            problem(key, value, source, "it must be a path; the system or its locale (LANG) has no such characters");
        } catch (IllegalArgumentException refused) {
            problem(key, value, source, String.valueOf(refused.getMessage()));
        }
    }

    private void problem(ConfigKey<?> key, String value, String source, String rule) {
        problems.add(key.name() + "=[" + Quoted.bounded(value) + "] in " + source + ": " + rule);
    }

    /** As in the original, the TLS file wins over system properties but for what it cannot hold. */
    private void tlsFile() {
        Object named = values.getOrDefault(NameServerKeys.TLS_FILE, NameServerKeys.TLS_FILE.defaultValue());
        Path file = Path.of(named.toString());
        if (!Files.isRegularFile(file)) {
            return;
        }
        try {
            properties(Files.readString(file, StandardCharsets.UTF_8)).forEach((name, value) -> {
                ConfigKey<?> key = NameServerKeys.ALL.get(name);
                if (key != null && name.startsWith("tls.") && !NOT_IN_TLS_FILE.contains(key)) {
                    set(key, value, "file " + file);
                }
            });
        } catch (IOException | IllegalArgumentException failure) {
            problems.add(
                    "cannot read TLS file " + file + " (" + failure.getClass().getSimpleName() + ")");
        }
    }

    private void refuseTrue(ConfigKey<Boolean> key, String reason) {
        if (Boolean.TRUE.equals(values.get(key))) {
            problems.add(key.name() + "=true: " + reason);
        }
    }

    private void defaultPlaces() {
        Path namesrv = Path.of(home, "namesrv");
        Object dataFolder = values.get(NameServerKeys.DATA_FOLDER);
        Object port = values.getOrDefault(NameServerKeys.LISTEN_PORT, NameServerKeys.LISTEN_PORT.defaultValue());
        values.putIfAbsent(
                NameServerKeys.KV_CONFIG_PATH,
                (dataFolder == null ? namesrv : Path.of(dataFolder.toString()))
                        .resolve("kvConfig.json")
                        .toString());
        values.putIfAbsent(
                NameServerKeys.DATA_FOLDER, namesrv.resolve("pharos-" + port).toString());
        values.putIfAbsent(
                NameServerKeys.CONFIG_STORE_PATH,
                namesrv.resolve("namesrv.properties").toString());
        values.putIfAbsent(NameServerKeys.METRICS_PORT, metricsPort(NameServerKeys.LISTEN_PORT.cast(port)));
    }

    private static long metricsPort(long listenPort) {
        if (listenPort == 0) {
            return 0;
        }
        long above = listenPort + METRICS_PORT_DISTANCE;
        return above <= LAST_PORT ? above : listenPort - METRICS_PORT_DISTANCE;
    }
}
