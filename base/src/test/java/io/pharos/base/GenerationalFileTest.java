package io.pharos.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationalFileTest {
    private static final Path FILE = Path.of("/data/kv.json");
    private static final int MOST_STEPS = 12;

    private final CrashingFileOps disk = new CrashingFileOps(1);

    @Test
    void whatWasWrittenIsLoaded() throws IOException {
        write(plain(), "{1}");

        GenerationalFile.Loaded loaded = plain().load();

        assertThat(text(loaded)).isEqualTo("{1}");
        assertThat(loaded.source()).contains(FILE);
        assertThat(loaded.problems()).isEmpty();
        assertThat(disk.read(FILE)).isEqualTo(bytes("{1}"));
    }

    @Test
    void nothingIsLoadedFromAnEmptyFolder() throws IOException {
        assertThat(plain().load().content()).isEmpty();
        assertThat(sealed().load().content()).isEmpty();
    }

    @Test
    void onlyTheNewestGenerationsAreKept() throws IOException {
        GenerationalFile file = sealed();
        for (int i = 0; i < 10; i++) {
            write(file, "{" + i + "}");
        }

        assertThat(disk.files())
                .extracting(path -> String.valueOf(path.getFileName()))
                .containsExactly("kv.json.gen-10", "kv.json.gen-8", "kv.json.gen-9");
    }

    @Test
    void numberingGoesOnAfterARestart() throws IOException {
        write(sealed(), "{1}");
        write(sealed(), "{2}");

        assertThat(text(sealed().load())).isEqualTo("{2}");
    }

    @Test
    void everyKindOfDamageToThePlainFileLeadsToTheNewestGeneration() throws IOException {
        for (String damage : List.of("", "{1", "\0\0\0", "garbled")) {
            CrashingFileOps fresh = new CrashingFileOps(1);
            GenerationalFile file = GenerationalFile.plain(FILE, 3, GenerationalFileTest::inBraces, fresh);
            write(file, "{1}");
            write(file, "{2}");
            fresh.damage(FILE, bytes(damage));

            GenerationalFile.Loaded loaded = file.load();

            assertThat(text(loaded)).isEqualTo("{2}");
            assertThat(loaded.problems()).singleElement().asString().contains("kv.json", "kv.json.damaged-1");
            assertThat(fresh.read(FILE.resolveSibling("kv.json.damaged-1"))).isEqualTo(bytes(damage));
        }
    }

    @Test
    void anyDamagedByteOfAGenerationIsNoticed() throws IOException {
        write(sealed(), "{1}");
        write(sealed(), "{2}");
        Path newest = FILE.resolveSibling("kv.json.gen-2");
        byte[] good = disk.read(newest);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            disk.damage(newest, bad);

            assertThat(text(sealed().load())).as("byte %d", i).isEqualTo("{1}");
        }
        for (int length = 0; length < good.length; length++) {
            disk.damage(newest, Arrays.copyOf(good, length));

            assertThat(text(sealed().load())).as("length %d", length).isEqualTo("{1}");
        }
        assertThat(disk.files()).hasSize(1 + 2 * good.length);
    }

    @Test
    void aFileThatAnotherProgramWroteWins() throws IOException {
        write(plain(), "{1}");
        disk.damage(FILE, bytes("{stock}"));

        GenerationalFile.Loaded loaded = plain().load();

        assertThat(text(loaded)).isEqualTo("{stock}");
        assertThat(loaded.problems()).isEmpty();
    }

    @Test
    void lossOfPowerAtAnyStepLeavesTheOldOrTheNewContent() throws IOException {
        for (int step = 0; step < MOST_STEPS; step++) {
            for (int seed = 0; seed < 50; seed++) {
                for (boolean plain : new boolean[] {true, false}) {
                    loseDuringThirdWrite(step, seed, plain);
                }
            }
        }
    }

    private static void loseDuringThirdWrite(int step, int seed, boolean plain) throws IOException {
        CrashingFileOps fresh = new CrashingFileOps(seed);
        GenerationalFile file = open(fresh, plain);
        write(file, "{1}");
        write(file, "{2}");
        fresh.losePowerAfter(step);
        boolean acknowledged = true;
        try {
            write(file, "{3}");
        } catch (IOException lost) {
            acknowledged = false;
        }
        fresh.restart();

        GenerationalFile.Loaded loaded = open(fresh, plain).load();

        assertThat(text(loaded))
                .as("step=%d seed=%d plain=%s", step, seed, plain)
                .isIn(acknowledged ? List.of("{3}") : List.of("{2}", "{3}"));
        write(open(fresh, plain), "{4}");
        assertThat(text(open(fresh, plain).load())).isEqualTo("{4}");
    }

    @Test
    void aFailedWriteSaysWhereAndWhyAndTheNextOneSucceeds() throws IOException {
        int failures = 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            CrashingFileOps fresh = new CrashingFileOps(step);
            GenerationalFile file = open(fresh, true);
            write(file, "{1}");
            fresh.failOnceAfter(step);
            try {
                write(file, "{2}");
            } catch (IOException failure) {
                failures++;
                assertThat(failure).hasMessageContainingAll("/data/kv.json", "disk full");
            }
            fresh.failOnceAfter(Integer.MAX_VALUE);
            write(file, "{3}");
            assertThat(text(open(fresh, true).load())).isEqualTo("{3}");
            assertThat(fresh.files()).noneMatch(path -> path.toString().endsWith(".tmp"));
        }
        assertThat(failures).isGreaterThan(5).isLessThan(MOST_STEPS);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed(@TempDir Path folder) throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("taken"), "a file");
        GenerationalFile file = GenerationalFile.sealed(inTheWay.resolve("kv.json"), 2, FileOps.system());

        assertThatThrownBy(() -> file.write(bytes("{}")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("taken");
    }

    private GenerationalFile plain() {
        return open(disk, true);
    }

    private GenerationalFile sealed() {
        return open(disk, false);
    }

    private static GenerationalFile open(FileOps ops, boolean plain) {
        return plain
                ? GenerationalFile.plain(FILE, 3, GenerationalFileTest::inBraces, ops)
                : GenerationalFile.sealed(FILE, 3, ops);
    }

    private static boolean inBraces(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        return text.startsWith("{") && text.endsWith("}");
    }

    private static void write(GenerationalFile file, String text) throws IOException {
        file.write(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(GenerationalFile.Loaded loaded) {
        return new String(loaded.content().orElseThrow(), StandardCharsets.UTF_8);
    }
}
