package io.pharos.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a real process in the middle of its writes, again and again. */
class GenerationalFileKillTest {
    private static final int ROUNDS = 4;

    @Test
    void aKilledProcessLosesNothingThatItAcknowledged(@TempDir Path folder) throws Exception {
        Random random = new Random(7);
        Path path = folder.resolve("kv.json");
        long before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long acknowledged = writeUntilKilled(path, 5 + random.nextInt(60), folder.resolve("errors.txt"));

            GenerationalFile.Loaded loaded = open(path).load();

            assertThat(acknowledged).isGreaterThan(before);
            assertThat(loaded.problems()).isEmpty();
            before = value(loaded);
            assertThat(before).isBetween(acknowledged, acknowledged + 1);
        }
    }

    private static long writeUntilKilled(Path path, int lines, Path errors) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        path.toString())
                .redirectError(errors.toFile())
                .start();
        long last = 0;
        try (BufferedReader acknowledged = writer.inputReader(StandardCharsets.US_ASCII)) {
            for (int i = 0; i < lines; i++) {
                last = Long.parseLong(String.valueOf(acknowledged.readLine()));
            }
            // Through its handle, because the process object would close the pipe with unread lines in it.
            writer.toHandle().destroyForcibly();
            writer.waitFor();
            // Lines that were in the pipe when the process died are acknowledgements too.
            for (String line = acknowledged.readLine(); line != null; line = acknowledged.readLine()) {
                last = Long.parseLong(line);
            }
        }
        assertThat(Files.readString(errors)).isEmpty();
        return last;
    }

    private static GenerationalFile open(Path path) {
        return GenerationalFile.plain(path, 3, content -> content.length > 0, FileOps.system());
    }

    private static long value(GenerationalFile.Loaded loaded) {
        return loaded.content()
                .map(content -> Long.parseLong(new String(content, StandardCharsets.US_ASCII)))
                .orElse(0L);
    }

    /** The process that is killed: counts up, telling each number once it is safe. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            GenerationalFile file = open(Path.of(args[0]));
            PrintStream out = System.out;
            for (long next = value(file.load()) + 1; ; next++) {
                file.write(Long.toString(next).getBytes(StandardCharsets.US_ASCII));
                out.println(next);
                out.flush();
            }
        }
    }
}
