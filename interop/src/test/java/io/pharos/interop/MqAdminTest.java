package io.pharos.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.MqAdmin;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.StockBroker;
import io.pharos.interop.peer.StockConsumer;
import io.pharos.interop.peer.StockProducer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The original's command line cannot tell which name server it talks to. */
class MqAdminTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String UNDO = " || ";
    private static final int ENDLESS_SECONDS = 4;

    private static final Lab LAB = new Lab(MqAdminTest.class);
    private static final NameServer OURS = LAB.subject(Map.of());
    private static final NameServer THEIRS = LAB.nameServer(NameServer.Kind.STOCK);
    private static final String BOTH = OURS.address() + ";" + THEIRS.address();
    private static final StockBroker BROKER_A = LAB.broker(StockBroker.Spec.master("broker-a", BOTH));
    private static final StockBroker BROKER_B = LAB.broker(StockBroker.Spec.master("broker-b", BOTH));
    private static final MqAdmin ADMIN = LAB.mqAdmin();
    private static final String LISTED_TOPIC =
            "{'topicName':'%s','readQueueNums':2,'writeQueueNums':2,'perm':6,'topicFilterType':'SINGLE_TAG'}";
    private static final String LISTED_GROUP = "{'groupName':'%s','consumeEnable':true}";

    @TempDir
    private static Path lists = Path.of("unset");

    private static String message = "";

    @BeforeAll
    static void aTopicWithMessagesAndClientsIsThere() throws IOException {
        for (NameServer server : List.of(OURS, THEIRS)) {
            await("brokers")
                    .atMost(PATIENCE)
                    .until(() -> server.route("broker-a").code() == 0
                            && server.route("broker-b").code() == 0);
        }
        ADMIN.mustSucceed(OURS.address(), "updateTopic", "-c", "lab", "-t", "Orders", "-r", "4", "-w", "4");
        writeList("topics.json", LISTED_TOPIC, "ListedA", "ListedB");
        writeList("groups.json", LISTED_GROUP, "listedA", "listedB");
        StockConsumer consumer = LAB.consumer(BOTH, "readers", List.of("Orders"));
        StockProducer producer = LAB.producer(BOTH, "writers");
        assertThat(producer.send("Orders", 0, 20).failure()).isEmpty();
        await("consumed").atMost(PATIENCE).until(() -> consumer.seen() == 20);
        MqAdmin.Outcome sent = ADMIN.run(
                OURS.address(),
                "sendMessage",
                "-t",
                "Orders",
                "-p",
                "hi",
                "-k",
                "someKey",
                "-b",
                "broker-a",
                "-i",
                "0");
        Matcher id = Pattern.compile("[0-9A-F]{32}").matcher(sent.out());
        assertThat(id.find()).as("a message id in %s", sent).isTrue();
        message = id.group();
    }

    private static void writeList(String file, String entry, String... names) throws IOException {
        Files.writeString(
                lists.resolve(file),
                Arrays.stream(names)
                        .map(name -> entry.formatted(name).replace('\'', '"'))
                        .collect(Collectors.joining(",", "[", "]")));
    }

    @AfterAll
    static void close() {
        LAB.close();
    }

    static Stream<String> subCommands() {
        try (InputStream in = MqAdminTest.class.getResourceAsStream("mqadmin.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("subCommands")
    void aSubCommandEndsAndPrintsAsAgainstTheOriginal(String line) {
        boolean volatileNumbers = line.startsWith("~");
        boolean endless = line.contains("@");
        int seconds = endless ? ENDLESS_SECONDS : 30;
        MqAdmin.Outcome ours = run(seconds, OURS, line);
        MqAdmin.Outcome theirs = run(seconds, THEIRS, line);
        assertThat(ours.ended()).as("ours %s", ours).isEqualTo(endless ? "running" : "done");
        assertThat(theirs.ended()).as("theirs %s", theirs).isEqualTo(endless ? "running" : "done");
        assertThat(normal(ours.out(), volatileNumbers)).isEqualTo(normal(theirs.out(), volatileNumbers));
        assertThat(causes(ours.err())).isEqualTo(causes(theirs.err()));
    }

    @Test
    void theNameServersConfigurationShowsEveryKeyOfTheOriginal() {
        List<String> ours = keys(ADMIN.run(OURS.address(), "getNamesrvConfig").out());
        List<String> theirs =
                keys(ADMIN.run(THEIRS.address(), "getNamesrvConfig").out());
        assertThat(theirs).contains("listenPort", "supportActingMaster");
        assertThat(ours).containsAll(theirs);
    }

    private static MqAdmin.Outcome run(int seconds, NameServer server, String line) {
        int undo = line.indexOf(UNDO);
        String command = undo < 0 ? line : line.substring(0, undo);
        MqAdmin.Outcome outcome = ADMIN.run(seconds, server.address(), words(command));
        if (undo >= 0) {
            ADMIN.run(server.address(), words(line.substring(undo + UNDO.length())));
        }
        return outcome;
    }

    private static String[] words(String line) {
        return Arrays.stream(line.replaceFirst("^[~@]+", "").split(" ", -1))
                .map(word -> word.replace("{a}", BROKER_A.address())
                        .replace("{msg}", message)
                        .replace("{lists}", lists.toString())
                        .replace(
                                "{lab}",
                                BROKER_A.child().folder().resolve("export").toString()))
                .toArray(String[]::new);
    }

    /** One order of lines, no names of the name server, and nothing that two runs against one server differ in. */
    private static String normal(String text, boolean volatileNumbers) {
        return text.lines()
                .map(line -> line.replace(OURS.address(), "NS").replace(THEIRS.address(), "NS"))
                .map(line -> line.replace(BROKER_A.address(), "ADDR-A").replace(BROKER_B.address(), "ADDR-B"))
                .map(line -> line.replaceAll("[0-9A-F]{32,}", "ID").replaceAll("\\b1[67]\\d{11}\\b", "MILLIS"))
                .map(line -> volatileNumbers ? line.replaceAll("[-+]?[0-9][0-9.,:E-]*", "N") : line)
                .map(line -> line.replaceAll(" +", " "))
                // Pharos names the refused keys as well.
                .map(line -> line.replaceAll("(config in black list\\.) Keys:.*", "$1"))
                .map(MqAdminTest::sortedLists)
                .sorted()
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    /** Queues come in the order of the tool's hash tables. */
    private static String sortedLists(String line) {
        return line.startsWith("{\"result\"")
                ? Pattern.compile("\\[([^\\]]*)]")
                        .matcher(line)
                        .replaceAll(list -> Arrays.stream(list.group(1).split("(?<=}),", -1))
                                .sorted()
                                .collect(Collectors.joining(",", "[", "]")))
                : line;
    }

    /** What went wrong, without the frames that led to it. */
    private static String causes(String errors) {
        return normal(
                errors.lines()
                        .filter(line -> line.contains("Exception") || line.contains("CODE:"))
                        .collect(Collectors.joining("\n")),
                true);
    }

    private static List<String> keys(String config) {
        return config.lines()
                .filter(line -> line.contains("="))
                .map(line -> line.substring(0, line.indexOf('=')).trim())
                .distinct()
                .toList();
    }
}
