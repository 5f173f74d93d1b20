package io.pharos.nameserver.config;

import static io.pharos.nameserver.config.ConfigKey.choice;
import static io.pharos.nameserver.config.ConfigKey.flag;
import static io.pharos.nameserver.config.ConfigKey.number;
import static io.pharos.nameserver.config.ConfigKey.text;

import io.pharos.nameserver.config.ConfigKey.Use;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every key that a name server knows. Source of names and defaults: the original's {@code NamesrvConfig}, {@code
 * NettyServerConfig}, {@code NettyClientConfig} and {@code TlsSystemConfig}; the last group is this server's own.
 */
public final class NameServerKeys {
    private static final long THREADS = 1024;
    private static final long QUEUE = 1_000_000;
    private static final long BUFFER = 1 << 30;

    // NamesrvConfig
    public static final ConfigKey<String> ROCKETMQ_HOME =
            text("rocketmqHome", "", Use.PLACE, "Home of the original; accepted, not needed.");
    public static final ConfigKey<String> KV_CONFIG_PATH = text(
            "kvConfigPath", "", Use.PLACE, "File of the key-value store; by default kvConfig.json in the data folder.");
    public static final ConfigKey<String> CONFIG_STORE_PATH = text(
            "configStorePath", "", Use.PLACE, "The file given by -c; shown only, it is never written by this server.");
    public static final ConfigKey<String> PRODUCT_ENV_NAME =
            text("productEnvName", "center", Use.NONE, "Used by the original's cluster-test mode only.");
    public static final ConfigKey<Boolean> CLUSTER_TEST = flag(
            "clusterTest", false, Use.START, "The original's cluster-test mode; not supported, true stops the start.");
    public static final ConfigKey<Boolean> ORDER_MESSAGE_ENABLE =
            flag("orderMessageEnable", false, Use.LIVE, "Route answers carry the order configuration of their topic.");
    public static final ConfigKey<Boolean> RETURN_ORDER_TOPIC_CONFIG = flag(
            "returnOrderTopicConfigToBroker",
            true,
            Use.LIVE,
            "Answers to registrations carry the order configuration of all topics.");
    public static final ConfigKey<Long> CLIENT_THREADS = number(
            "clientRequestThreadPoolNums", 8, 1, THREADS, Use.NONE, "Route queries are answered on the event loops.");
    public static final ConfigKey<Long> DEFAULT_THREADS = number(
            "defaultThreadPoolNums",
            16,
            1,
            THREADS,
            Use.START,
            "Threads at most that decode registrations; no more than half of the processors.");
    public static final ConfigKey<Long> CLIENT_QUEUE = number(
            "clientRequestThreadPoolQueueCapacity",
            50_000,
            1,
            QUEUE,
            Use.NONE,
            "Route queries are answered on the event loops and do not wait.");
    public static final ConfigKey<Long> DEFAULT_QUEUE = number(
            "defaultThreadPoolQueueCapacity",
            10_000,
            1,
            QUEUE,
            Use.START,
            "Requests that may wait for each of the pools; what comes beyond is answered SYSTEM_BUSY.");
    public static final ConfigKey<Long> SCAN_INTERVAL = number(
            "scanNotActiveBrokerInterval",
            5_000,
            10,
            3_600_000,
            Use.NONE,
            "Milliseconds; brokers have deadlines of their own, which need no scan.");
    public static final ConfigKey<Long> UNREGISTER_QUEUE = number(
            "unRegisterBrokerQueueCapacity",
            3_000,
            1,
            QUEUE,
            Use.NONE,
            "An unregistration is applied before it is answered and does not wait in a queue of its own.");
    public static final ConfigKey<Boolean> SUPPORT_ACTING_MASTER = flag(
            "supportActingMaster",
            false,
            Use.LIVE,
            "A slave stands in for a lost master in route answers, for reading.");
    public static final ConfigKey<Boolean> ENABLE_ALL_TOPIC_LIST =
            flag("enableAllTopicList", true, Use.LIVE, "The list of all topics is answered.");
    public static final ConfigKey<Boolean> ENABLE_TOPIC_LIST =
            flag("enableTopicList", true, Use.LIVE, "Lists of topics by cluster and unit are answered.");
    public static final ConfigKey<Boolean> NOTIFY_MIN_BROKER_ID = flag(
            "notifyMinBrokerIdChanged",
            false,
            Use.LIVE,
            "Brokers of a group are told when its smallest broker id changes.");
    public static final ConfigKey<Boolean> CONTROLLER = flag(
            "enableControllerInNamesrv",
            false,
            Use.START,
            "The original's embedded controller; not supported, true stops the start.");
    public static final ConfigKey<Boolean> NEED_WAIT =
            flag("needWaitForService", false, Use.LIVE, "Route queries are refused for a while after the start.");
    public static final ConfigKey<Long> WAIT_SECONDS =
            number("waitSecondsForService", 45, 0, 86_400, Use.LIVE, "Seconds for which needWaitForService refuses.");
    public static final ConfigKey<Boolean> DELETE_TOPIC_WITH_REGISTRATION = flag(
            "deleteTopicWithBrokerRegistration",
            false,
            Use.NONE,
            "Topics that a broker no longer announces leave its routes by a rule of this server's own.");
    public static final ConfigKey<String> BLACK_LIST = text(
            "configBlackList",
            "configBlackList;configStorePath;kvConfigPath",
            Use.PLACE,
            "Keys, separated by semicolons, that no update over the network may name.");

    // NettyServerConfig
    public static final ConfigKey<String> BIND_ADDRESS =
            text("bindAddress", "0.0.0.0", Use.PLACE, "Local address to listen on.");
    public static final ConfigKey<Long> LISTEN_PORT =
            number("listenPort", 9876, 0, 65_535, Use.START, "Port to listen on; 0 takes any free one.");
    public static final ConfigKey<Long> SELECTOR_THREADS = number(
            "serverSelectorThreads",
            3,
            1,
            THREADS,
            Use.NONE,
            "The number of event loops follows the processors, see eventLoopThreads.");
    public static final ConfigKey<Long> IDLE_SECONDS = number(
            "serverChannelMaxIdleTimeSeconds",
            120,
            1,
            86_400,
            Use.START,
            "Seconds without traffic after which a connection is closed.");
    public static final ConfigKey<Long> SEND_BUFFER =
            number("serverSocketSndBufSize", 0, 0, BUFFER, Use.START, "Bytes; 0 leaves it to the operating system.");
    public static final ConfigKey<Long> RECEIVE_BUFFER =
            number("serverSocketRcvBufSize", 0, 0, BUFFER, Use.START, "Bytes; 0 leaves it to the operating system.");
    public static final ConfigKey<Long> HIGH_WATER_MARK = number(
            "writeBufferHighWaterMark",
            0,
            0,
            BUFFER,
            Use.START,
            "Bytes queued for a peer at which reading from it pauses; both marks must be positive to count.");
    public static final ConfigKey<Long> LOW_WATER_MARK = number(
            "writeBufferLowWaterMark",
            0,
            0,
            BUFFER,
            Use.START,
            "Bytes queued for a peer at which reading from it goes on; both marks must be positive to count.");
    public static final ConfigKey<Long> BACKLOG = number(
            "serverSocketBacklog",
            32_768,
            1,
            1 << 20,
            Use.START,
            "Connections not yet accepted, capped by net.core.somaxconn; the original says 1024 and ignores the key.");
    public static final ConfigKey<Boolean> GRACEFUL = flag(
            "enableShutdownGracefully",
            false,
            Use.START,
            "A stop first answers GO_AWAY for a while, so that peers move elsewhere.");
    public static final ConfigKey<Long> SHUTDOWN_SECONDS = number(
            "shutdownWaitTimeSeconds", 30, 0, 3_600, Use.START, "Seconds for which a graceful stop answers GO_AWAY.");

    // TlsSystemConfig
    public static final ConfigKey<String> TLS_MODE = choice(
            "tls.server.mode",
            "permissive",
            List.of("disabled", "permissive", "enforcing"),
            Use.PLACE,
            "Which of plain and TLS peers are served.");
    public static final ConfigKey<String> TLS_FILE = text(
            "tls.config.file",
            "/etc/rocketmq/tls.properties",
            Use.PLACE,
            "Properties file with the other TLS settings, read if it is there.");
    public static final ConfigKey<String> TLS_CLIENT_AUTH = choice(
            "tls.server.need.client.auth",
            "none",
            List.of("none", "optional", "require"),
            Use.PLACE,
            "Whether TLS peers are asked for a certificate.");
    public static final ConfigKey<String> TLS_KEY =
            text("tls.server.keyPath", "", Use.PLACE, "PEM file with the private key.");
    public static final ConfigKey<String> TLS_PASSWORD =
            text("tls.server.keyPassword", "", Use.PLACE, "Password of the private key; never shown.");
    public static final ConfigKey<String> TLS_CERTIFICATE =
            text("tls.server.certPath", "", Use.PLACE, "PEM file with the certificate chain.");
    public static final ConfigKey<Boolean> TLS_AUTH_CLIENT = flag(
            "tls.server.authClient", false, Use.PLACE, "Certificates of peers are checked against the trusted ones.");
    public static final ConfigKey<String> TLS_TRUST =
            text("tls.server.trustCertPath", "", Use.PLACE, "PEM file with trusted authorities.");
    public static final ConfigKey<Boolean> TLS_ENABLE = flag(
            "tls.enable",
            false,
            Use.PLACE,
            "Notifications to brokers go out with TLS; unless it is set, they do when tls.server.mode is enforcing.");
    public static final ConfigKey<String> TLS_CLIENT_KEY =
            text("tls.client.keyPath", "", Use.PLACE, "PEM file with the private key that is shown to brokers.");
    public static final ConfigKey<String> TLS_CLIENT_PASSWORD =
            text("tls.client.keyPassword", "", Use.PLACE, "Password of that private key; never shown.");
    public static final ConfigKey<String> TLS_CLIENT_CERTIFICATE =
            text("tls.client.certPath", "", Use.PLACE, "PEM file with the certificate chain that is shown to brokers.");
    public static final ConfigKey<Boolean> TLS_AUTH_SERVER = flag(
            "tls.client.authServer", false, Use.PLACE, "Certificates of brokers are checked against the trusted ones.");
    public static final ConfigKey<String> TLS_CLIENT_TRUST = text(
            "tls.client.trustCertPath",
            "",
            Use.PLACE,
            "PEM file with the authorities that brokers are checked against; by default those of the JDK.");
    public static final ConfigKey<String> TLS_CIPHERS =
            text("tls.ciphers", "", Use.PLACE, "Cipher suites, separated by commas.");
    public static final ConfigKey<String> TLS_PROTOCOLS =
            text("tls.protocols", "", Use.PLACE, "TLS versions, separated by commas.");

    // Own
    public static final ConfigKey<String> DATA_FOLDER = text(
            "dataDir",
            "",
            Use.PLACE,
            "Folder of the route copy and of updates made at run time; by default namesrv/pharos-<port> at home.");
    public static final ConfigKey<Long> EVENT_LOOP_THREADS = number(
            "eventLoopThreads", 0, 0, THREADS, Use.START, "Event loops; 0 means half of the processors, one to four.");
    public static final ConfigKey<Long> MAX_CONNECTIONS =
            number("maxConnections", 0, 0, 10_000_000, Use.START, "Connections in all; 0 means no limit.");
    public static final ConfigKey<Long> MAX_PER_PEER = number(
            "maxConnectionsPerPeer", 0, 0, 10_000_000, Use.START, "Connections from one address; 0 means no limit.");
    public static final ConfigKey<Long> MAX_REQUESTS_PER_PEER = number(
            "maxRequestsPerSecondPerPeer",
            0,
            0,
            10_000_000,
            Use.START,
            "Requests in a second from one address, over all its connections; what is beyond is answered SYSTEM_BUSY;"
                    + " 0 means no limit.");
    public static final ConfigKey<Long> MAX_BYTES_PER_PEER = number(
            "maxBytesPerSecondPerPeer",
            0,
            0,
            1L << 40,
            Use.START,
            "Bytes in a second from one address, over all its connections, beyond which reading from it waits; at least"
                    + " 65536, or 0 for no limit.");
    public static final ConfigKey<Long> FRAME_LIMIT = number(
            "frameMaxLength", 16_777_216, 1_024, 1 << 28, Use.START, "Bytes of the largest frame that is accepted.");
    public static final ConfigKey<Long> ANSWER_CACHE_BYTES = number(
            "routeAnswerCacheBytes",
            32L << 20,
            0,
            1L << 40,
            Use.START,
            "Bytes of encoded route answers that are kept for the next query.");
    public static final ConfigKey<Boolean> ROUTE_COPY =
            flag("routeCopyEnable", true, Use.START, "Routes are copied to disk and served at once after a restart.");
    public static final ConfigKey<Long> RESTORED_SECONDS = number(
            "restoredRouteDeadlineSeconds",
            120,
            1,
            86_400,
            Use.START,
            "Seconds after the start within which the brokers of restored routes must come back.");
    public static final ConfigKey<Long> ROUTE_COPY_MILLIS = number(
            "routeCopyIntervalMillis", 2_000, 100, 3_600_000, Use.START, "Milliseconds between copies, if changed.");
    public static final ConfigKey<Long> WATCH_TOPICS = number(
            "watchMaxTopicsPerConnection",
            10_000,
            1,
            50_000,
            Use.START,
            "Topics that one connection may watch; a longer list is refused.");
    public static final ConfigKey<Long> WATCH_SUBSCRIPTIONS = number(
            "watchMaxSubscriptions",
            500_000,
            1,
            100_000_000,
            Use.START,
            "Topics that all connections together may watch, one watched by two counted twice.");
    public static final ConfigKey<Long> WATCH_BYTES = number(
            "watchMaxBytes",
            48L << 20,
            1,
            1L << 40,
            Use.START,
            "Bytes of memory, about, that what all connections watch may take: 110 each, 200 for each topic.");
    public static final ConfigKey<Long> WATCH_PENDING_BYTES = number(
            "watchMaxPendingBytes",
            32L << 20,
            1 << 16,
            1L << 40,
            Use.START,
            "Bytes of pushes not taken by the system yet, beyond which further pushes wait.");
    public static final ConfigKey<Long> WATCH_COALESCE_MILLIS = number(
            "watchCoalesceMillis",
            20,
            0,
            10_000,
            Use.START,
            "Milliseconds from one time that watchers are told of changes to the next; the first change is told at once.");
    public static final ConfigKey<String> METRICS_ADDRESS = text(
            "metricsAddress",
            "127.0.0.1",
            Use.PLACE,
            "Local address of the HTTP endpoint for metrics and health; it asks nobody who they are.");
    public static final ConfigKey<Long> METRICS_PORT = number(
            "metricsPort",
            19_876,
            -1,
            65_535,
            Use.START,
            "Port of the HTTP endpoint for metrics and health, by default listenPort + 10000 (- 10000 above 55535);"
                    + " 0 takes any free one, -1 switches it off.");

    public static final ConfigKey<Long> PROBE_AFTER_MILLIS = number(
            "probeAfterMillis",
            5_000,
            0,
            3_600_000,
            Use.START,
            "Milliseconds of silence after which a broker is asked for a sign of life; 0 asks nobody.");
    public static final ConfigKey<Long> SUSPECT_AFTER_MILLIS = number(
            "suspectAfterMillis",
            10_000,
            1_000,
            3_600_000,
            Use.START,
            "Milliseconds of silence after which a broker that used to answer is not written to, until it is heard again;"
                    + " at least 1000 above probeAfterMillis.");
    public static final ConfigKey<Long> LOSS_MILLIS = number(
            "lostHostMillis",
            10_000,
            0,
            3_600_000,
            Use.START,
            "Milliseconds after which the operating system gives up on the host of a broker (TCP keep-alive and user"
                    + " timeout); at least 2000, or 0 to leave that to its own settings.");
    public static final ConfigKey<Long> DISBELIEF_SECONDS = number(
            "manySilentSeconds",
            600,
            0,
            86_400,
            Use.START,
            "Seconds for which the silence of more than a third of the brokers is put down to this server's own network"
                    + " while it hears others; as long as it hears hardly any, it keeps all routes. 0 believes it at once.");
    public static final ConfigKey<String> CLIENT_ALLOW = text(
            "clientAllow",
            "*",
            Use.PLACE,
            "Addresses and networks (CIDR), separated by semicolons, that may look up routes and lists; * for all.");
    public static final ConfigKey<String> BROKER_ALLOW =
            text("brokerAllow", "*", Use.PLACE, "Addresses and networks that may register as brokers; * for all.");
    public static final ConfigKey<String> OPERATOR_ALLOW = text(
            "operatorAllow",
            "127.0.0.0/8;::1",
            Use.PLACE,
            "Addresses and networks that may change things for others: KV values, configuration, fences, topics;"
                    + " * for all, as in the original.");
    public static final ConfigKey<String> PROXY_ALLOW = text(
            "proxyAllow",
            "*",
            Use.PLACE,
            "Addresses and networks of the proxies that may announce for whom they speak (HAProxy protocol); * for all,"
                    + " empty for none.");
    public static final ConfigKey<Boolean> CLIENT_SIGNED =
            flag("clientSigned", false, Use.START, "Look-ups of routes and lists must be signed.");
    public static final ConfigKey<Boolean> BROKER_SIGNED =
            flag("brokerSigned", false, Use.START, "What brokers say of themselves must be signed.");
    public static final ConfigKey<Boolean> OPERATOR_SIGNED =
            flag("operatorSigned", false, Use.START, "Requests that change things for others must be signed.");
    public static final ConfigKey<String> CLIENT_CERTIFICATES = text(
            "clientCertificates",
            "",
            Use.PLACE,
            "Names, separated by semicolons, of which the TLS certificate of whoever looks up routes must have one.");
    public static final ConfigKey<String> BROKER_CERTIFICATES =
            text("brokerCertificates", "", Use.PLACE, "Names of which the certificate of a broker must have one.");
    public static final ConfigKey<String> OPERATOR_CERTIFICATES = text(
            "operatorCertificates",
            "",
            Use.PLACE,
            "Names of which the certificate of whoever changes things for others must have one.");
    public static final ConfigKey<String> CREDENTIALS_FILE = text(
            "credentialsFile",
            "",
            Use.PLACE,
            "File of the credentials that requests are signed with; readable by its owner alone.");
    public static final ConfigKey<String> PEER_ACCESS_KEY = text(
            "peerAccessKey",
            "",
            Use.PLACE,
            "Credential with which name servers sign what they ask and answer each other; in the file of each of them.");
    public static final ConfigKey<String> PEERS = text(
            "peers",
            "",
            Use.PLACE,
            "Fellow name servers, host:port separated by semicolons, to learn fences from; at most 16.");
    public static final ConfigKey<Long> PEER_POLL_MILLIS = number(
            "peerPollIntervalMillis",
            5_000,
            100,
            3_600_000,
            Use.START,
            "Milliseconds between questions to each of the peers.");

    private static final List<ConfigKey<?>> USED = List.of(
            ROCKETMQ_HOME,
            KV_CONFIG_PATH,
            CONFIG_STORE_PATH,
            PRODUCT_ENV_NAME,
            CLUSTER_TEST,
            ORDER_MESSAGE_ENABLE,
            RETURN_ORDER_TOPIC_CONFIG,
            CLIENT_THREADS,
            DEFAULT_THREADS,
            CLIENT_QUEUE,
            DEFAULT_QUEUE,
            SCAN_INTERVAL,
            UNREGISTER_QUEUE,
            SUPPORT_ACTING_MASTER,
            ENABLE_ALL_TOPIC_LIST,
            ENABLE_TOPIC_LIST,
            NOTIFY_MIN_BROKER_ID,
            CONTROLLER,
            NEED_WAIT,
            WAIT_SECONDS,
            DELETE_TOPIC_WITH_REGISTRATION,
            BLACK_LIST,
            BIND_ADDRESS,
            LISTEN_PORT,
            SELECTOR_THREADS,
            IDLE_SECONDS,
            SEND_BUFFER,
            RECEIVE_BUFFER,
            HIGH_WATER_MARK,
            LOW_WATER_MARK,
            BACKLOG,
            GRACEFUL,
            SHUTDOWN_SECONDS,
            TLS_MODE,
            TLS_FILE,
            TLS_CLIENT_AUTH,
            TLS_KEY,
            TLS_PASSWORD,
            TLS_CERTIFICATE,
            TLS_AUTH_CLIENT,
            TLS_TRUST,
            TLS_ENABLE,
            TLS_CLIENT_KEY,
            TLS_CLIENT_PASSWORD,
            TLS_CLIENT_CERTIFICATE,
            TLS_AUTH_SERVER,
            TLS_CLIENT_TRUST,
            TLS_CIPHERS,
            TLS_PROTOCOLS,
            DATA_FOLDER,
            EVENT_LOOP_THREADS,
            MAX_CONNECTIONS,
            MAX_PER_PEER,
            MAX_REQUESTS_PER_PEER,
            MAX_BYTES_PER_PEER,
            FRAME_LIMIT,
            ANSWER_CACHE_BYTES,
            ROUTE_COPY,
            RESTORED_SECONDS,
            ROUTE_COPY_MILLIS,
            PROBE_AFTER_MILLIS,
            SUSPECT_AFTER_MILLIS,
            LOSS_MILLIS,
            DISBELIEF_SECONDS,
            CLIENT_ALLOW,
            BROKER_ALLOW,
            OPERATOR_ALLOW,
            PROXY_ALLOW,
            CLIENT_SIGNED,
            BROKER_SIGNED,
            OPERATOR_SIGNED,
            CLIENT_CERTIFICATES,
            BROKER_CERTIFICATES,
            OPERATOR_CERTIFICATES,
            CREDENTIALS_FILE,
            PEER_ACCESS_KEY,
            PEERS,
            PEER_POLL_MILLIS,
            METRICS_ADDRESS,
            METRICS_PORT,
            WATCH_TOPICS,
            WATCH_SUBSCRIPTIONS,
            WATCH_BYTES,
            WATCH_PENDING_BYTES,
            WATCH_COALESCE_MILLIS);

    /** All declared keys by name, in the order of declaration. Immutable. */
    static final Map<String, ConfigKey<?>> ALL = all();

    /** Keys whose values are shown to nobody. */
    static final Set<ConfigKey<?>> SECRETS = Set.of(TLS_PASSWORD, TLS_CLIENT_PASSWORD);

    private NameServerKeys() {}

    private static Map<String, ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(USED);
        keys.addAll(UnusedKeys.LIST);
        Map<String, ConfigKey<?>> byName = new LinkedHashMap<>();
        for (ConfigKey<?> key : keys) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalStateException("declared twice: " + key.name());
            }
        }
        return Collections.unmodifiableMap(byName);
    }
}
