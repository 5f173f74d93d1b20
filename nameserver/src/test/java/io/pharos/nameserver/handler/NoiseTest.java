package io.pharos.nameserver.handler;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.testkit.LogLines;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that are repeated and not applied leave a few lines. */
class NoiseTest {
    private static final int LINES = 20;

    @TempDir
    private Path folder;

    @Test
    void updatesThatAreRefused() throws Exception {
        assertBounded(
                new UpdateNamesrvConfig(ByteBuffer.wrap("listenPort=1".getBytes(US_ASCII))),
                "config update refused peer=[",
                "code=[1] reason=[config update refused, nothing changed: key listenPort cannot change at run time");
    }

    @Test
    void updatesThatAreNotStored() throws Exception {
        Files.writeString(folder.resolve("data"), "in the way");

        assertBounded(
                new UpdateNamesrvConfig(ByteBuffer.wrap("orderMessageEnable=true".getBytes(US_ASCII))),
                "config update not stored peer=[",
                "]");
    }

    @Test
    void valuesThatAreNotStored() throws Exception {
        HandlerFixture server = new HandlerFixture(folder);
        Files.createDirectories(folder.resolve("kvConfig.json").resolve("in the way"));

        assertBounded(
                server,
                new PutKvConfig("space", "key", "value"),
                "kv change not stored request=[PUT_KV_CONFIG of namespace[space] key[key]]",
                "");
    }

    private void assertBounded(Request request, String start, String rest) throws Exception {
        assertBounded(new HandlerFixture(folder), request, start, rest);
    }

    private static void assertBounded(HandlerFixture server, Request request, String start, String rest)
            throws Exception {
        try (LogLines lines = new LogLines("io.pharos.nameserver")) {
            for (int i = 0; i < 3 * LINES; i++) {
                assertThat(server.ask(request).code()).isEqualTo(1);
            }
            assertThat(lines.of(start)).hasSize(LINES).allMatch(line -> line.contains(rest));
        }
    }
}
