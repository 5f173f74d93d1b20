package io.pharos.nameserver.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.FileOps;
import io.pharos.nameserver.access.Who;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.remoting.LogLimiter;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigStoreTest {
    private static final Who PEER = new Who("10.0.0.9:1234", null);

    @TempDir
    private Path folder;

    private Path operatorsFile = Path.of("");

    @BeforeEach
    void writeTheOperatorsFile() throws IOException {
        operatorsFile = Files.writeString(folder.resolve("ns.properties"), "#mine\nwaitSecondsForService=50\n");
    }

    @Test
    void anUpdateIsInForceAtOnceAndAfterARestartAndLeavesTheOperatorsFileAlone() throws Exception {
        ConfigStore store = open();
        store.update("orderMessageEnable=true\nwaitSecondsForService=7\n", PEER);

        assertThat(store.live().orderMessageEnable()).isTrue();
        assertThat(store.current().printed()).contains("waitSecondsForService=7\n");
        assertThat(open().live()).isEqualTo(store.live());
        assertThat(operatorsFile).hasContent("#mine\nwaitSecondsForService=50");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "configBlackList",
                "configStorePath",
                "kvConfigPath",
                "rocketmqHome",
                "bindAddress",
                "dataDir",
                "tls.server.keyPath"
            })
    void placesAreBlackListed(String key) throws Exception {
        ConfigStore store = open();

        assertThatThrownBy(() -> store.update("orderMessageEnable=true\n" + key + "=x", PEER))
                .isInstanceOfSatisfying(RequestFailed.class, refused -> {
                    assertThat(refused.code()).isEqualTo(16);
                    assertThat(refused.remark())
                            .startsWith("Can not update config in black list.")
                            .contains(key);
                });
        assertThat(store.live().orderMessageEnable()).isFalse();
    }

    @Test
    void keysOfTheOperatorsOwnBlackListAreRefused() throws Exception {
        Files.writeString(operatorsFile, "configBlackList=orderMessageEnable;needWaitForService\n");

        assertThatThrownBy(() -> open().update("needWaitForService=true", PEER))
                .isInstanceOfSatisfying(
                        RequestFailed.class,
                        refused -> assertThat(refused.code()).isEqualTo(16));
    }

    @Test
    void oneBadEntryRefusesTheWholeUpdateByName() throws Exception {
        ConfigStore store = open();

        assertThatThrownBy(() -> store.update(
                        "orderMessageEnable=true\nwaitSecondsForService=-1\nlistenPort=1\norderMesageEnable=true\n"
                                + "scanNotActiveBrokerInterval=10",
                        PEER))
                .isInstanceOfSatisfying(RequestFailed.class, refused -> {
                    assertThat(refused.code()).isEqualTo(1);
                    assertThat(refused.remark())
                            .contains("waitSecondsForService", "[-1]", "from 0 to 86400")
                            .contains("listenPort cannot change at run time")
                            .contains("scanNotActiveBrokerInterval", "no effect")
                            .contains("orderMesageEnable", "did you mean orderMessageEnable?");
                });
        assertThat(store.live().orderMessageEnable()).isFalse();
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void malformedTextIsAnsweredAsTheOriginalDoes() throws Exception {
        assertThatThrownBy(() -> open().update("a=\\u12", PEER))
                .isInstanceOfSatisfying(RequestFailed.class, refused -> {
                    assertThat(refused.code()).isEqualTo(1);
                    assertThat(refused.remark()).isEqualTo("string2Properties error");
                });
    }

    @Test
    void anUpdateThatCannotBeStoredIsRefused() throws Exception {
        Files.writeString(folder.resolve("data"), "in the way");
        ConfigStore store = open();

        assertThatThrownBy(() -> store.update("orderMessageEnable=true", PEER))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("could not be stored");
        assertThat(store.live().orderMessageEnable()).isFalse();
    }

    @Test
    void aDamagedUpdateFileFallsBackToTheOneBefore() throws Exception {
        ConfigStore store = open();
        store.update("waitSecondsForService=1", PEER);
        store.update("waitSecondsForService=2", PEER);
        Files.writeString(folder.resolve("data").resolve("live.gen-2"), "garbled");

        ConfigStore reopened = open();

        assertThat(reopened.live().waitSecondsForService()).isEqualTo(1);
        assertThat(reopened.damage()).hasSize(1);
    }

    private ConfigStore open() throws Exception {
        NameServerConfig config = NameServerConfig.reader()
                .file(operatorsFile)
                .flags(Map.of("dataDir", folder.resolve("data").toString()))
                .build();
        return ConfigStore.open(
                config, FileOps.system(), new LogLimiter(new ManualClock(), "updates", Duration.ofSeconds(10), 2));
    }
}
