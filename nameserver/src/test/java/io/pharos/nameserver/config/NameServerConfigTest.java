package io.pharos.nameserver.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServerConfigTest {
    @TempDir
    private Path folder;

    @Test
    void theDefaultsAreThoseOfTheOriginal() throws InvalidConfig {
        NameServerConfig config = NameServerConfig.reader()
                .systemProperties(Map.of("user.home", "/home/mq", "tls.config.file", "/nowhere"))
                .build();

        assertThat(config.printed())
                .contains(
                        "bindAddress=0.0.0.0\n",
                        "clientRequestThreadPoolNums=8\n",
                        "clientRequestThreadPoolQueueCapacity=50000\n",
                        "clusterTest=false\n",
                        "configBlackList=configBlackList;configStorePath;kvConfigPath\n",
                        "configStorePath=/home/mq/namesrv/namesrv.properties\n",
                        "defaultThreadPoolNums=16\n",
                        "defaultThreadPoolQueueCapacity=10000\n",
                        "deleteTopicWithBrokerRegistration=false\n",
                        "enableAllTopicList=true\n",
                        "enableTopicList=true\n",
                        "kvConfigPath=/home/mq/namesrv/kvConfig.json\n",
                        "listenPort=9876\n",
                        "metricsAddress=127.0.0.1\n",
                        "metricsPort=19876\n",
                        "needWaitForService=false\n",
                        "notifyMinBrokerIdChanged=false\n",
                        "orderMessageEnable=false\n",
                        "returnOrderTopicConfigToBroker=true\n",
                        "serverChannelMaxIdleTimeSeconds=120\n",
                        "shutdownWaitTimeSeconds=30\n",
                        "supportActingMaster=false\n",
                        "unRegisterBrokerQueueCapacity=3000\n",
                        "waitSecondsForService=45\n")
                .doesNotContain("rocketmqHome", "clientWorkerThreads");
        assertThat(config.printed().lines()).isSorted();
        assertThat(config.dataFolder()).isEqualTo(Path.of("/home/mq/namesrv/pharos-9876"));
    }

    @Test
    void anOperatorsFileOfTheOriginalStartsAndSaysWhatHasNoEffect() throws Exception {
        Path file = Files.writeString(folder.resolve("ns.properties"), """
                # a comment
                listenPort=9877
                orderMessageEnable=true
                serverWorkerThreads=12
                clientWorkerThreads=3
                suportActingMaster=true
                somethingElse=kept
                """);

        NameServerConfig config = NameServerConfig.reader()
                .environment(Map.of("ROCKETMQ_HOME", "/opt/rocketmq"))
                .file(file)
                .build();

        assertThat(config.whole(NameServerKeys.LISTEN_PORT)).isEqualTo(9877);
        assertThat(config.live().orderMessageEnable()).isTrue();
        assertThat(config.printed())
                .contains("somethingElse=kept\n", "serverWorkerThreads=12\n", "clientWorkerThreads=3\n")
                .contains("configStorePath=" + file + "\n", "rocketmqHome=/opt/rocketmq\n");
        assertThat(config.remarks())
                .hasSize(4)
                .anySatisfy(
                        line -> assertThat(line).contains("suportActingMaster", "did you mean supportActingMaster?"))
                .anySatisfy(line -> assertThat(line).contains("somethingElse").doesNotContain("did you mean"))
                .anySatisfy(line -> assertThat(line).contains("serverWorkerThreads", "no effect"));
    }

    @Test
    void everyBadValueIsListedInOneMessage() throws IOException {
        Path file = Files.writeString(
                folder.resolve("ns.properties"),
                "listenPort=70000\nneedWaitForService=ja\nclusterTest=true\nenableControllerInNamesrv=true\n");

        assertThatThrownBy(() -> NameServerConfig.reader().file(file).build())
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContainingAll(
                        "listenPort=[70000]",
                        "a whole number from 0 to 65535",
                        "needWaitForService=[ja]",
                        "true or false",
                        "cluster-test mode is not supported",
                        "controller is not supported")
                .hasMessageNotContaining("\n");
    }

    @Test
    void peersAreAddressesEachOnceAndNotTooMany() throws InvalidConfig {
        assertThat(NameServerConfig.reader().build().peers()).isEmpty();
        assertThat(NameServerConfig.reader()
                        .flags(Map.of("peers", " b:9876; a:1;;b:9876;[::1]:9876 "))
                        .build()
                        .peers())
                .containsExactly("b:9876", "a:1", "[::1]:9876");
        String many = IntStream.range(0, 17).mapToObj(i -> ";h:" + (i + 1)).collect(Collectors.joining());
        for (String bad : List.of("a", "a:0", "a b:1", "a:1,b:2,", many)) {
            assertThatThrownBy(() -> NameServerConfig.reader()
                            .flags(Map.of("peers", bad))
                            .build())
                    .as(bad)
                    .isInstanceOf(InvalidConfig.class)
                    .hasMessageContaining("peers: ");
        }
    }

    @Test
    void aSuspicionLeavesTimeForAnAnswerUnlessNobodyIsAsked() throws InvalidConfig {
        assertThatThrownBy(() -> NameServerConfig.reader()
                        .flags(Map.of(
                                "probeAfterMillis", "5000", "suspectAfterMillis", "5500", "lostHostMillis", "1999"))
                        .build())
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContaining("suspectAfterMillis=5500 leaves less than 1000 ms")
                .hasMessageContaining("at least 6000")
                .hasMessageContaining("lostHostMillis=1999 must be at least 2000");
        assertThatThrownBy(() -> NameServerConfig.reader()
                        .flags(Map.of("maxBytesPerSecondPerPeer", "65535"))
                        .build())
                .hasMessageContaining("maxBytesPerSecondPerPeer=65535 must be at least 65536");
        NameServerConfig off = NameServerConfig.reader()
                .flags(Map.of("probeAfterMillis", "0", "suspectAfterMillis", "1000", "lostHostMillis", "0"))
                .build();
        assertThat(off.get(NameServerKeys.PROBE_AFTER_MILLIS)).isZero();
    }

    @Test
    void severalServersOnAHostHaveMetricsPortsOfTheirOwn() throws InvalidConfig {
        assertThat(metricsPort(Map.of("listenPort", "9877"))).isEqualTo(19_877);
        assertThat(metricsPort(Map.of("listenPort", "55535"))).isEqualTo(65_535);
        assertThat(metricsPort(Map.of("listenPort", "55536"))).isEqualTo(45_536);
        assertThat(metricsPort(Map.of("listenPort", "0"))).isZero();
        assertThat(metricsPort(Map.of("listenPort", "9877", "metricsPort", "-1")))
                .isEqualTo(-1);
        assertThatThrownBy(() -> metricsPort(Map.of("metricsPort", "-2")))
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContaining("metricsPort=[-2] in command line: it must be a whole number from -1 to 65535");
    }

    private static long metricsPort(Map<String, String> flags) throws InvalidConfig {
        return NameServerConfig.reader().flags(flags).build().get(NameServerKeys.METRICS_PORT);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        assertThatThrownBy(() -> NameServerConfig.reader()
                        .file(folder.resolve("missing.properties"))
                        .build())
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContaining("missing.properties");
    }

    @Test
    void flagsWinOverTheFileAndAnOwnDataFolderTakesTheKvFileAlong() throws Exception {
        Path file = Files.writeString(folder.resolve("ns.properties"), "listenPort=1\n");

        NameServerConfig config = NameServerConfig.reader()
                .file(file)
                .flags(Map.of("listenPort", "2", "dataDir", folder.toString()))
                .build();

        assertThat(config.whole(NameServerKeys.LISTEN_PORT)).isEqualTo(2);
        assertThat(config.kvFile()).isEqualTo(folder.resolve("kvConfig.json"));
        assertThat(config.dataFolder()).isEqualTo(folder);
    }

    @Test
    void theTlsFileWinsOverSystemPropertiesButForTheMode() throws Exception {
        Path tls = Files.writeString(
                folder.resolve("tls.properties"),
                "tls.server.mode=disabled\ntls.server.certPath=/cert\ntls.server.keyPassword=secret\n");

        NameServerConfig config = NameServerConfig.reader()
                .systemProperties(Map.of(
                        "tls.config.file", tls.toString(),
                        "tls.server.mode", "enforcing",
                        "tls.server.certPath", "/other",
                        "unrelated", "x"))
                .build();

        assertThat(config.get(NameServerKeys.TLS_MODE)).isEqualTo("enforcing");
        assertThat(config.get(NameServerKeys.TLS_CERTIFICATE)).isEqualTo("/cert");
        assertThat(config.printed()).doesNotContain("secret", "unrelated");
    }

    @Test
    void outgoingTlsIsSetBySystemPropertyOrPropertiesFileOrFollowsTheMode() throws Exception {
        Path file = Files.writeString(folder.resolve("ns.properties"), "useTLS=true\n");
        Path tls = Files.writeString(folder.resolve("tls.properties"), "tls.enable=true\ntls.client.keyPath=/key\n");

        assertThat(outgoingTls(Map.of())).isFalse();
        assertThat(outgoingTls(Map.of("tls.enable", "true"))).isTrue();
        assertThat(outgoingTls(Map.of("tls.server.mode", "enforcing"))).isTrue();
        assertThat(outgoingTls(Map.of("tls.server.mode", "enforcing", "tls.enable", "false")))
                .isFalse();
        assertThat(outgoingTls(Map.of("tls.config.file", tls.toString())))
                .as("the TLS file holds no switch")
                .isFalse();
        NameServerConfig config = NameServerConfig.reader()
                .systemProperties(Map.of("tls.enable", "false", "tls.config.file", tls.toString()))
                .file(file)
                .build();
        assertThat(config.get(NameServerKeys.TLS_ENABLE)).isTrue();
        assertThat(config.get(NameServerKeys.TLS_CLIENT_KEY)).isEqualTo("/key");
        assertThat(config.printed()).contains("tls.enable=true\n", "useTLS=true\n");
        assertThat(config.remarks()).isEmpty();
    }

    private static boolean outgoingTls(Map<String, String> systemProperties) throws InvalidConfig {
        return NameServerConfig.reader()
                .systemProperties(systemProperties)
                .build()
                .get(NameServerKeys.TLS_ENABLE);
    }

    @Test
    void passwordsAreShownToNobody() throws Exception {
        NameServerConfig config = NameServerConfig.reader()
                .systemProperties(
                        Map.of("tls.server.keyPassword", "secret-one", "tls.client.keyPassword", "secret-two"))
                .build();

        assertThat(config.get(NameServerKeys.TLS_CLIENT_PASSWORD)).isEqualTo("secret-two");
        assertThat(config.printed()).doesNotContain("secret");
        assertThat(NameServerKeys.ALL.values())
                .filteredOn(key -> key.name().endsWith("Password"))
                .allSatisfy(key -> assertThat(NameServerKeys.SECRETS).contains(key));
    }

    @Test
    void everyDefaultIsWithinItsOwnRange() {
        assertThat(NameServerKeys.ALL.values()).allSatisfy(key -> {
            assertThat(key.parse(key.defaultValue().toString())).isEqualTo(key.defaultValue());
            assertThat(key.sentence()).endsWith(".");
        });
    }
}
