package io.pharos.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts that cannot succeed: one line on standard error that names the input and the remedy, and an exit code. */
@Timeout(60)
class FailedStartTest {
    private static final String NOT_STARTED = "pharos: name server not started: ";

    @TempDir
    private Path folder;

    @Test
    void aPortInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();

            failsToStart("--listen", address, "--set", "metricsPort=0")
                    .isEqualTo(NOT_STARTED + "cannot listen on " + address
                            + ": address in use; stop the other process or choose another listenPort");
        }
    }

    @Test
    void aMetricsPortInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();

            failsToStart("--set", "metricsPort=" + port)
                    .isEqualTo(NOT_STARTED + "cannot listen on 127.0.0.1:" + port
                            + ": address in use; stop the other process or choose another metricsPort, or switch the"
                            + " metrics endpoint off with metricsPort=-1");
        }
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.1", "nowhere.invalid", "'no such host'"})
    void anAddressOfAnotherMachineOrOfNone(String host) {
        failsToStart("--listen", host + ":0")
                .startsWith(NOT_STARTED + "cannot listen on " + host + ":0: address not available (")
                .endsWith("); choose a bindAddress of this machine")
                .doesNotContain("null");
    }

    @Test
    void aConfigurationFileThatIsNotThereOrCannotBeRead() throws IOException {
        Path malformed = Files.writeString(folder.resolve("malformed.properties"), "listenPort=\\u12\n");
        Path foreign = Files.write(folder.resolve("latin.properties"), new byte[] {'a', '=', (byte) 0xe4, '\n'});
        for (Path file : List.of(folder.resolve("missing.properties"), folder, malformed, foreign)) {
            failsToStart("-c", file.toString())
                    .startsWith(NOT_STARTED + "invalid configuration: cannot read file " + file + " (")
                    .endsWith("); give the path of a readable properties file");
        }
    }

    @Test
    void severalBadValuesOfAFileAreToldTogether() throws IOException {
        Path file = Files.writeString(
                folder.resolve("ns.properties"), "listenPort=70000\nneedWaitForService=ja\nfrmeMaxLength=1\n");

        failsToStart("-c", file.toString())
                .startsWith(NOT_STARTED + "invalid configuration: ")
                .contains("listenPort=[70000] in file ns.properties: it must be a whole number from 0 to 65535")
                .contains("needWaitForService=[ja] in file ns.properties: it must be true or false");
    }

    @Test
    void aTextThatNoPathCanBe() throws IOException {
        Path file = Files.writeString(folder.resolve("ns.properties"), "kvConfigPath=/tmp/a\\u0000b\n");

        failsToStart("-c", file.toString())
                .isEqualTo(NOT_STARTED + "invalid configuration: kvConfigPath=[/tmp/a?b] in file ns.properties:"
                        + " it must be a path; the system or its locale (LANG) has no such characters");
    }

    @ParameterizedTest
    @CsvSource({
        "--listen, 99999, 'listenPort=[99999] in command line: it must be a whole number from 0 to 65535'",
        "--listen, 127.0.0.1:http, 'listenPort=[http] in command line: it must be a whole number from 0 to 65535'",
        "--set, waitSecondsForService=-1, 'waitSecondsForService=[-1] in command line: it must be a whole number'",
        "--set, clusterTest=true, 'clusterTest=true: the original'",
        "--set, tls.server.mode=maybe, 'tls.server.mode=[maybe] in command line: it must be one of disabled, perm'",
        "--set, writeBufferLowWaterMark=9, 'writeBufferLowWaterMark is above writeBufferHighWaterMark'"
    })
    void aBadValueOfAnOption(String option, String value, String reason) {
        failsToStart(option, value).startsWith(NOT_STARTED + "invalid configuration: " + reason);
    }

    @Test
    void aBadPortOfStandalone() {
        Outcome outcome = run("standalone", "--port", "http", "--data", folder.toString());

        assertThat(outcome.code()).isEqualTo(-1);
        assertThat(outcome.line())
                .isEqualTo(NOT_STARTED + "invalid configuration: listenPort=[http] in command line: it must be a whole"
                        + " number from 0 to 65535");
    }

    @ParameterizedTest
    @CsvSource({
        "nameserver --lissten 1, pharos nameserver: , --lissten, see 'pharos nameserver --help'",
        "nameserver -c, pharos nameserver: , --configFile, see 'pharos nameserver --help'",
        "nameserver --set listenPort, pharos nameserver: , listenPort, see 'pharos nameserver --help'",
        "nameserver --listen :1, pharos nameserver: , [:1] must be PORT or ADDRESS:PORT, see 'pharos nameserver --help'",
        "nameserver --listen ::, pharos nameserver: , [::] must be PORT or ADDRESS:PORT, see 'pharos nameserver --help'",
        "nameserver extra, pharos nameserver: , extra, see 'pharos nameserver --help'",
        "standalone --prt 1, pharos standalone: , --prt, see 'pharos standalone --help'",
        "namserver, pharos: , namserver, see 'pharos --help'",
        "--listen 1, pharos: , --listen, see 'pharos --help'"
    })
    void aBadOptionNamesItselfAndTheHelp(String arguments, String start, String named, String end) {
        Outcome outcome = run(arguments.split(" ", -1));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.line()).startsWith(start).contains(named).endsWith(end);
    }

    @Test
    void aDataFolderThatIsAFileOrBelowOne() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (Path data :
                List.of(file, file.resolve("below"), file.resolve("far").resolve("below"))) {
            failsOn(data)
                    .startsWith(NOT_STARTED + "data folder " + data + " cannot be ")
                    .contains("--data");
        }
    }

    @Test
    void aDataFolderThatCannotBeWrittenTo() {
        // Where even the superuser, whom permissions don't stop, can make no folder.
        Path data = Path.of("/proc/self/pharos");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")));

        failsOn(data)
                .startsWith(NOT_STARTED + "data folder " + data + " cannot be used (")
                .endsWith("); give a folder that can be written to with --data");
    }

    @ParameterizedTest
    @CsvSource({"kvConfig.json", "live.gen-1", "lock"})
    void aFolderWhereAFileOfTheServerShouldBe(String name) throws IOException {
        Path data = folder.resolve("data");
        Files.createDirectories(data.resolve(name).resolve("inside"));

        failsOn(data)
                .startsWith(NOT_STARTED)
                .contains(
                        name.equals("lock")
                                ? data.toString()
                                : data.resolve(name).toString())
                .containsAnyOf("--data", "move it away");
    }

    @Test
    void aCertificateThatIsNotThere() {
        failsToStart("--set", "tls.server.certPath=/nowhere/cert.pem", "--set", "tls.server.keyPath=/nowhere/key.pem")
                .startsWith(NOT_STARTED + "TLS files of ")
                .contains("/nowhere/cert.pem");
    }

    @Test
    void aFailedStartLeavesNoThreadAndNoLock() throws Exception {
        Path data = folder.resolve("data");
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 3; i++) {
                failsToStart("--listen", "127.0.0.1:" + other.getLocalPort(), "--data", data.toString())
                        .contains("address in use");
            }
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .doesNotContain("routes", "timer", "route-copy"));
    }

    private AbstractStringAssert<?> failsOn(Path data) {
        return failsToStart("--data", data.toString());
    }

    private AbstractStringAssert<?> failsToStart(String... flags) {
        List<String> arguments = new ArrayList<>(List.of("nameserver"));
        List<String> given = Arrays.asList(flags);
        if (!given.contains("--listen")) {
            arguments.addAll(List.of("--listen", "127.0.0.1:0"));
        }
        if (!given.contains("--data")) {
            arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        }
        arguments.addAll(given);
        Outcome outcome = run(arguments.toArray(new String[0]));
        assertThat(outcome.code()).as(outcome.line()).isEqualTo(-1);
        return assertThat(outcome.line());
    }

    private static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        assertThat(out.toString()).doesNotContain("boot success");
        assertThat(err.toString().lines()).as(err.toString()).hasSize(1);
        assertThat(err.toString().getBytes(StandardCharsets.UTF_8)).endsWith((byte) '\n');
        return new Outcome(code, err.toString().strip());
    }

    private record Outcome(int code, String line) {}
}
