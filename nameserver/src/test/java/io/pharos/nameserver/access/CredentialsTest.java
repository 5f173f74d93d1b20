package io.pharos.nameserver.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsTest {
    private static final String TWO = """
            {"credentials": [
              {"accessKey": "ops", "secretKey": "hush-1", "planes": ["operator", "client"]},
              {"accessKey": "brokers", "secretKey": "hush-2", "brokers": ["broker-a", "broker-b"]}
            ]}
            """;

    @TempDir
    private Path folder;

    @Test
    void aFileSaysWhoMaySignWhatAndWhoseBrokersAre() {
        Credentials two = Credentials.parse(TWO.getBytes(UTF_8));
        assertThat(Objects.requireNonNull(two.find("ops")).planes())
                .containsExactlyInAnyOrder(Plane.OPERATOR, Plane.CLIENT);
        assertThat(Objects.requireNonNull(two.find("brokers")).planes()).containsExactlyInAnyOrder(Plane.values());
        assertThat(two.find("other")).isNull();
        assertThat(two.ownersOf("broker-a")).containsExactly("brokers");
        assertThat(two.ownersOf("broker-c")).isEmpty();
        assertThat(two.toString()).contains("ops").doesNotContain("hush");
        assertThat(two.all().toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', textBlock = """
            {"credentials": [{"secretKey": "hush"}]}                          # credential 1 has no accessKey
            {"credentials": [{"accessKey": "a", "secretKey": ""}]}             # credential 1 has no secretKey
            {"credentials": [{"accessKey": "a", "secretKey": 1}]}              # secretKey that is no text
            {"credentials": [{"accessKey": "a", "secret": "hush"}]}            # unknown member [secret]; known are accessKey
            {"credentials": [{"accessKey": "a", "secretKey": "hush", "planes": ["admin"]}]} # unknown plane [admin]; there are
            {"credentials": [{"accessKey": "a", "secretKey": "hush", "brokers": "b"}]} # brokers that is no array
            {"credentials": [{"accessKey": "a", "secretKey": "hush"}, {"accessKey": "a", "secretKey": "hush"}]} # is there twice
            {"keys": []}                                                       # must be the array credentials
            [{"accessKey": "a", "secretKey": "hush"}]                          # it is no JSON of the form
            accessKey=a secretKey=hush                                         # it is no JSON of the form
            {"credentials": [{"accessKey": "a", "secretKey": "hush             # it is no JSON of the form
            """)
    void whatIsWrongIsSaidAndNoSecretIsShown(String text, String problem) {
        assertThatThrownBy(() -> Credentials.parse(text.getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem)
                .satisfies(failure ->
                        assertThat(String.valueOf(failure.getMessage())).doesNotContain("hush"))
                .hasNoCause();
    }

    @Test
    void aFileThatOthersCanReadIsRefusedWithTheRemedy() throws IOException {
        for (String granted : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"}) {
            Path file = file(TWO, granted);
            assertThatThrownBy(() -> CredentialsFile.open(file))
                    .as(granted)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("others than its owner can read or change it; run: chmod 600 " + file);
        }
    }

    @Test
    void aLinkIsJudgedByWhatItLeadsTo() throws IOException {
        Path file = file(TWO, "rw-r--r--");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertThatThrownBy(() -> CredentialsFile.open(link)).hasMessageContaining("chmod 600");
    }

    @Test
    void aFileThatIsNotThereOrSaysNothingEndsTheStart() throws IOException {
        assertThatThrownBy(() -> CredentialsFile.open(folder.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("none is not there");
        Path empty = file("", "rw-------");
        assertThatThrownBy(() -> CredentialsFile.open(empty))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("credentialsFile " + empty + " refused: ");
    }

    @Test
    void aChangedFileIsTakenOverAndABadOneChangesNothing() throws IOException {
        Path file = file(TWO, "rw-------");
        CredentialsFile credentials = CredentialsFile.open(file);
        Credentials first = credentials.current();
        credentials.reload();
        assertThat(credentials.current()).isSameAs(first);

        file(TWO.replace("hush-1", "new"), "rw-------");
        credentials.reload();
        Credentials second = credentials.current();
        assertThat(second).isNotSameAs(first);

        file(TWO.replace("[\"operator\"", "[\"boss\""), "rw-------");
        credentials.reload();
        assertThat(credentials.current()).isSameAs(second);
        file(TWO.replace("ops", "others"), "rw-r--r--");
        credentials.reload();
        assertThat(credentials.current()).isSameAs(second);
        Files.delete(file);
        credentials.reload();
        assertThat(credentials.current()).isSameAs(second);

        file(TWO.replace("ops", "others"), "rw-------");
        credentials.reload();
        assertThat(credentials.current().find("others")).isNotNull();
    }

    private Path file(String text, String granted) throws IOException {
        Path file = folder.resolve("credentials.json");
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(granted));
    }
}
