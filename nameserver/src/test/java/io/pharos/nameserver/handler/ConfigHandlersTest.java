package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.HandlerFixture.assertPlainSuccess;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.nameserver.config.LiveSettings;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetNamesrvConfig;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigHandlersTest {
    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder, "waitSecondsForService", "50");
    }

    @Test
    @Tag("319")
    void theConfigurationIsAnsweredAsSortedLines() {
        Reply answer = server.ask(new GetNamesrvConfig());

        assertThat(answer.code()).isZero();
        assertThat(answer.ext().isEmpty()).isTrue();
        assertThat(HandlerFixture.text(answer))
                .contains("listenPort=9876\n", "waitSecondsForService=50\n", "orderMessageEnable=false\n")
                .endsWith("\n");
        assertThat(HandlerFixture.text(answer).lines()).isSorted();
    }

    @Test
    @Tag("318")
    void anUpdateIsToldToTheServerAndShownAtOnce() {
        assertPlainSuccess(update("orderMessageEnable=true\nwaitSecondsForService=7\n"));

        assertThat(server.changes)
                .singleElement()
                .extracting(LiveSettings::orderMessageEnable, LiveSettings::waitSecondsForService)
                .containsExactly(true, 7L);
        assertThat(HandlerFixture.text(server.ask(new GetNamesrvConfig())))
                .contains("orderMessageEnable=true\n", "waitSecondsForService=7\n");
    }

    @Test
    @Tag("318")
    void anUpdateWithoutABodySucceedsAndChangesNothing() {
        assertPlainSuccess(update(""));

        assertThat(server.changes).isEmpty();
    }

    @Test
    @Tag("318")
    void anUnknownKeyIsRefusedByNameWithTheNearestOne() {
        refused(
                "orderMesageEnable=true",
                1,
                "config update refused, nothing changed: unknown key [orderMesageEnable],"
                        + " did you mean orderMessageEnable?");
    }

    @Test
    @Tag("318")
    void anAbsurdValueIsRefusedWithItsKeyAndRange() {
        for (String value : new String[] {"-1", "86401", "soon", "", "9".repeat(40)}) {
            refused(
                    "orderMessageEnable=true\nwaitSecondsForService=" + value,
                    1,
                    "config update refused, nothing changed: key waitSecondsForService value [" + value
                            + "]: it must be a whole number from 0 to 86400");
        }
        refused(
                "orderMessageEnable=yes",
                1,
                "config update refused, nothing changed: key orderMessageEnable value [yes]: it must be true or false");
    }

    @Test
    @Tag("318")
    void aKeyThatCannotChangeIsRefusedByName() {
        refused(
                "listenPort=1",
                1,
                "config update refused, nothing changed: key listenPort cannot change at run time, set it in the file");
        refused(
                "serverWorkerThreads=2",
                1,
                "config update refused, nothing changed: key serverWorkerThreads cannot change at run time,"
                        + " it has no effect");
    }

    @Test
    @Tag("318")
    void aPlaceIsBlackListedInTheOriginalsWordsAndNamed() {
        refused("kvConfigPath=/x", 16, "Can not update config in black list. Keys: kvConfigPath");
        refused("orderMessageEnable=true\ndataDir=/x", 16, "Can not update config in black list. Keys: dataDir");
    }

    @Test
    @Tag("318")
    void malformedTextIsRefusedInTheOriginalsWords() {
        refused("orderMessageEnable=\\u12", 1, "string2Properties error");
    }

    @Test
    @Tag("318")
    void manyUnknownKeysMakeABoundedRemark() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append("k".repeat(500)).append(i).append("=1\n");
        }
        Reply answer = update(text.toString());

        assertRefused(answer, 1, "config update refused, nothing changed: unknown key [kkk");
        assertThat(String.valueOf(answer.remark())).endsWith("and 990 more").hasSizeLessThan(3_000);
    }

    @Test
    @Tag("318")
    void anUpdateThatCannotBeStoredIsRefusedAndChangesNothing() throws Exception {
        Files.writeString(folder.resolve("data"), "in the way");

        refused("orderMessageEnable=true", 1, "config update not applied: it could not be stored");
    }

    @Test
    @Tag("318")
    void anUpdateIsAnsweredBusyWhenTooManyWait() {
        server.admin.full = true;

        assertRefused(update("orderMessageEnable=true"), 2, "[OVERLOAD]system busy");
    }

    private void refused(String text, int code, String remarkStart) {
        LiveSettings before = server.config.live();
        assertRefused(update(text), code, remarkStart);
        assertThat(server.config.live()).isEqualTo(before);
        assertThat(server.changes).isEmpty();
    }

    private Reply update(String text) {
        return server.ask(new UpdateNamesrvConfig(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }
}
