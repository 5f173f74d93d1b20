package io.pharos.bench;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A server process under measurement, with a home folder of its own that holds all that it writes. */
final class Server implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Kind kind;
    private final Process process;
    private final int port;
    private final long startNanos;
    private final long startCpuNanos;

    /** What can be measured. */
    enum Kind {
        ORIGINAL("org.apache.rocketmq.namesrv.NamesrvStartup"),
        PHAROS(""),
        ECHO(EchoServer.class.getName());

        private final String mainClass;

        Kind(String mainClass) {
            this.mainClass = mainClass;
        }
    }

    private Server(Kind kind, Process process, int port, long startNanos, long startCpuNanos) {
        this.kind = kind;
        this.process = process;
        this.port = port;
        this.startNanos = startNanos;
        this.startCpuNanos = startCpuNanos;
    }

    /**
     * How servers are started.
     *
     * @param jvmOptions the same for every kind, after those that its own start script gives
     * @param originalClassPath file that holds the class path of the original
     * @param pharos the start script of Pharos, built
     */
    record Launcher(List<String> jvmOptions, Path originalClassPath, Path pharos) {
        private List<String> java(Kind kind, Path home, String classPath) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(jvmOptions);
            command.addAll(List.of("-Duser.home=" + home, "-cp", classPath, kind.mainClass));
            return command;
        }
    }

    /** Starts a server and waits for its first answer. */
    static Server start(Kind kind, Launcher launcher) throws IOException {
        return start(kind, launcher, Map.of());
    }

    /** As {@link #start(Kind, Launcher)}, with further settings of a name server. */
    static Server start(Kind kind, Launcher launcher, Map<String, String> settings) throws IOException {
        Path home = Files.createTempDirectory("bench-" + kind.name().toLowerCase(Locale.ROOT));
        int port = freePort();
        Path config = home.resolve("namesrv.properties");
        Map<String, String> all = new TreeMap<>(
                Map.of("listenPort", Integer.toString(port), "bindAddress", "127.0.0.1", "metricsPort", "0"));
        all.putAll(settings);
        Files.write(
                config,
                all.entrySet().stream()
                        .map(key -> key.getKey() + "=" + key.getValue())
                        .toList());
        List<String> command = switch (kind) {
            case ORIGINAL ->
                launcher.java(
                        kind,
                        home,
                        Files.readString(launcher.originalClassPath()).trim());
            case ECHO -> launcher.java(kind, home, System.getProperty("java.class.path"));
            case PHAROS ->
                new ArrayList<>(List.of(launcher.pharos().toAbsolutePath().toString(), "nameserver"));
        };
        command.addAll(kind == Kind.ECHO ? List.of(Integer.toString(port)) : List.of("-c", config.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ROCKETMQ_HOME", home.toString());
        builder.environment().put("PHAROS_JAVA_OPTS", String.join(" ", launcher.jvmOptions()) + " -Duser.home=" + home);
        builder.directory(home.toFile());
        builder.redirectErrorStream(true).redirectOutput(new File(home.toFile(), "out.log"));
        long begun = System.nanoTime();
        Process process = builder.start();
        while (!answers(port)) {
            if (!process.isAlive() || System.nanoTime() - begun > START_LIMIT.toNanos()) {
                process.destroyForcibly();
                throw new IOException(kind + " did not start:\n" + Files.readString(home.resolve("out.log")));
            }
        }
        long took = System.nanoTime() - begun;
        return new Server(
                kind, process, port, took, ProcessCost.of(process.pid()).totalNanos());
    }

    /** A port that nobody listens on now. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean answers(int port) throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            channel.write(ByteBuffer.wrap(
                    Frame.of(105, "\"topic\":\"none\"", new byte[0]).bytes()));
            return channel.read(ByteBuffer.allocate(64)) > 0;
        } catch (ConnectException notYet) {
            pause(Duration.ofMillis(2));
            return false;
        }
    }

    /** Waits; the only place where the benchmark sleeps. */
    static void pause(Duration time) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    Kind kind() {
        return kind;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** From the start of the process to its first answer, in nanoseconds. */
    long startNanos() {
        return startNanos;
    }

    /** CPU until the first answer, the compiler included, in nanoseconds. */
    long startCpuNanos() {
        return startCpuNanos;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
