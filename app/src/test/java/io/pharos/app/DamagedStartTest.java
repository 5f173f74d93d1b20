package io.pharos.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server process as the user starts and stops it, on a data folder in which files are damaged. */
@Timeout(120)
class DamagedStartTest {
    private static final String READY = "The Name Server boot success. ";
    private static final int STOPPED_BY_SIGTERM = 128 + 15;

    @TempDir
    private Path folder;

    @Test
    void damagedFilesAreSetAsideAndSaidAndOlderGoodOnesUsed() throws Exception {
        Files.writeString(folder.resolve("kvConfig.json"), "{\"configTable\":{\"ns\":{\"k\":");
        Files.writeString(
                folder.resolve("kvConfig.json.gen-7"), sealed("{\"configTable\":{\"ns\":{\"k\":\"older\"}}}"));
        Files.writeString(folder.resolve("live.gen-2"), "garbage");
        Files.writeString(folder.resolve("live.gen-1"), sealed("waitSecondsForService=7\n"));
        Files.writeString(folder.resolve("routes.gen-3"), "");

        try (Child server = new Child("--data", folder.toString())) {
            List<String> log = server.untilReady();

            assertThat(log)
                    .anySatisfy(line -> assertThat(line)
                            .contains("kv file damaged", "kvConfig.json.damaged-1", "used=[" + folder)
                            .contains("kvConfig.json.gen-7"))
                    .anySatisfy(line ->
                            assertThat(line).contains("live configuration damaged", "live.damaged-1", "live.gen-1"))
                    .anySatisfy(line -> assertThat(line)
                            .contains("live configuration applied key=[waitSecondsForService] value=[7]"))
                    .anySatisfy(line -> assertThat(line).contains("warm-start copy damaged", "routes.damaged-1"));
            assertThat(folder.resolve("kvConfig.json.damaged-1")).hasContent("{\"configTable\":{\"ns\":{\"k\":");
            assertThat(folder.resolve("live.damaged-1")).hasContent("garbage");
            assertThat(folder.resolve("routes.damaged-1")).isEmptyFile();
            assertThat(server.stop()).isEqualTo(STOPPED_BY_SIGTERM);
            assertThat(server.errors()).isEmpty();
        }
    }

    @Test
    void routesThatCannotBeReadAtAllDoNotStopTheStart() throws Exception {
        Files.createDirectories(folder.resolve("routes.gen-1").resolve("inside"));

        try (Child server = new Child("--data", folder.toString())) {
            assertThat(server.untilReady())
                    .anySatisfy(line -> assertThat(line)
                            .contains("warm-start copy unusable", "routes.gen-1", "make it readable or move it away"));
            assertThat(server.stop()).isEqualTo(STOPPED_BY_SIGTERM);
        }
    }

    @Test
    void aSecondServerOnTheSameFolderEndsWithOneLineAndTheOriginalsCode() throws Exception {
        try (Child first = new Child("--data", folder.toString())) {
            first.untilReady();
            try (Child second = new Child("--data", folder.toString())) {
                assertThat(second.end()).isEqualTo(255);
                assertThat(second.errors())
                        .containsExactly("pharos: name server not started: data folder " + folder
                                + " is in use by another name server; stop it or give another folder with --data");
            }
        }
    }

    /** A generation as the server writes it; the checksum is that of CRC-32C. */
    private static String sealed(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return String.format("pharos-generation 1 crc32c=%08x length=%d\n%s", crc.getValue(), bytes.length, content);
    }

    /** A name server in a process of its own. */
    private static final class Child implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Child(String... flags) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "nameserver",
                    "--listen",
                    "127.0.0.1:0"));
            command.addAll(List.of(flags));
            process = new ProcessBuilder(command).start();
            out = process.inputReader(StandardCharsets.UTF_8);
        }

        /** What was printed until the server answers. */
        List<String> untilReady() throws IOException {
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
                if (line.startsWith(READY)) {
                    return lines;
                }
            }
            throw new AssertionError("not started: " + lines + errors());
        }

        int stop() throws InterruptedException {
            // By its handle, because the process object would close its streams, which are still to be read.
            assertThat(process.toHandle().destroy()).isTrue();
            return end();
        }

        int end() throws InterruptedException {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        List<String> errors() {
            return process.errorReader(StandardCharsets.UTF_8).lines().toList();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
