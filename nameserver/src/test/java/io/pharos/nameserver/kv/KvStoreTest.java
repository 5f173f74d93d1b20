package io.pharos.nameserver.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.FileOps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KvStoreTest {
    @TempDir
    private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("namesrv").resolve("kvConfig.json");
    }

    @Test
    void valuesSurviveARestartInTheOriginalsShape() throws IOException {
        open().put("ORDER_TOPIC_CONFIG", "Orders", "broker-a:4;broker-b:4");
        open().put("ns2", "k", "v");
        open().delete("ns2", "k");

        KvStore reopened = open();

        assertThat(reopened.get("ORDER_TOPIC_CONFIG", "Orders")).contains("broker-a:4;broker-b:4");
        assertThat(reopened.namespace("ns2"))
                .hasValueSatisfying(entries -> assertThat(entries).isEmpty());
        assertThat(reopened.namespace("never")).isEmpty();
        assertThat(reopened.size()).isEqualTo(1);
        assertThat(Files.readString(file))
                .isEqualTo(
                        "{\"configTable\":{\"ORDER_TOPIC_CONFIG\":{\"Orders\":\"broker-a:4;broker-b:4\"},\"ns2\":{}}}");
    }

    @Test
    void namespaceIsEncodedOncePerChange() throws IOException {
        KvStore store = open();
        assertThat(store.encoded("ns")).isEmpty();
        store.put("ns", "b", "2");
        store.put("ns", "a", "1");
        byte[] body = store.encoded("ns").orElseThrow();
        assertThat(body).asString(StandardCharsets.UTF_8).isEqualTo("{\"table\":{\"a\":\"1\",\"b\":\"2\"}}");

        store.put("other", "x", "1");
        assertThat(store.encoded("ns").orElseThrow()).isSameAs(body);

        store.delete("ns", "a");
        assertThat(store.encoded("ns").orElseThrow())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"table\":{\"b\":\"2\"}}");
    }

    @Test
    void aFileOfTheOriginalIsTakenOver() throws IOException {
        Files.createDirectories(folder.resolve("namesrv"));
        Files.writeString(
                file, "{\"other\":[1,{}],\"configTable\":{\"a\":{\"x\":\"1\",\"gone\":null,\"n\":7},\"b\":null}}");

        KvStore store = open();

        assertThat(store.namespace("a"))
                .hasValueSatisfying(
                        entries -> assertThat(entries).containsOnly(Map.entry("x", "1"), Map.entry("n", "7")));
        assertThat(store.namespace("b")).isPresent();
        assertThat(store.damage()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\0\0\0\0",
                "{\"configTable\":{\"a\":{\"x\":",
                "{}",
                "[]",
                "{\"configTable\":{}}x",
                "{\"configTable\":{\"a\":{\"x\":[]}}}"
            })
    void damageIsSetAsideAndTheNewestGoodGenerationIsUsed(String damage) throws IOException {
        open().put("a", "x", "1");
        open().put("a", "x", "2");
        Files.writeString(file, damage);

        KvStore store = open();

        assertThat(store.get("a", "x")).contains("2");
        assertThat(store.damage()).singleElement().asString().contains("kvConfig.json.damaged-1");
        assertThat(Files.readString(folder.resolve("namesrv").resolve("kvConfig.json.damaged-1")))
                .isEqualTo(damage);
    }

    @Test
    void damageWithoutAGenerationLeavesAnEmptyStoreThatWorks() throws IOException {
        Files.createDirectories(folder.resolve("namesrv"));
        Files.writeString(file, "{");

        KvStore store = open();
        store.put("a", "x", "1");

        assertThat(store.damage()).hasSize(1);
        assertThat(open().get("a", "x")).contains("1");
    }

    @Test
    void aWriteThatFailsChangesNothing() throws IOException {
        KvStore store = open();
        store.put("a", "x", "1");
        Path namesrv = folder.resolve("namesrv");
        Files.move(namesrv, folder.resolve("elsewhere"));
        Files.writeString(namesrv, "in the way");

        assertThatThrownBy(() -> store.put("a", "x", "2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("kvConfig.json");
        assertThatThrownBy(() -> store.delete("a", "x")).isInstanceOf(IOException.class);

        assertThat(store.get("a", "x")).contains("1");
    }

    @Test
    void aStoreThatWouldOutgrowItsBoundRefuses() throws IOException {
        KvStore store = open();

        assertThatThrownBy(() -> store.put("a", "x", "v".repeat(KvStore.MAX_BYTES)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most");

        assertThat(store.size()).isZero();
    }

    @Test
    void changesAndOnlyChangesAreHeardWhenTheyAreVisible() throws IOException {
        KvStore store = open();
        List<String> heard = new ArrayList<>();
        store.onChange(namespace ->
                heard.add(namespace + " " + store.namespace(namespace).orElseThrow()));

        store.put("ns", "k", "v");
        store.put("ns", "k", "v");
        store.delete("ns", "other");
        store.delete("ns", "k");

        assertThat(heard).containsExactly("ns {k=v}", "ns {}");
    }

    private KvStore open() throws IOException {
        return KvStore.open(file, FileOps.system());
    }
}
