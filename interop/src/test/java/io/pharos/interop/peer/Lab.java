package io.pharos.interop.peer;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes of one test class and the folder {@code target/lab/<class>} that they live in. Closing it destroys the
 * processes, the youngest first, and removes the brokers' stores; configurations and logs stay until the next run.
 */
public final class Lab implements AutoCloseable {
    private static final String MAIN = "io.pharos.app.Main";
    private static final int ROUTE_POLL_MILLIS = 500;

    private final Path folder;
    private final Deque<Runnable> endings = new ArrayDeque<>();
    private int started;

    /** A lab with an empty folder. */
    public Lab(Class<?> test) {
        folder = Path.of("target", "lab", test.getSimpleName()).toAbsolutePath();
        remove(folder);
    }

    /** A name server with the original's defaults; it is answering when this returns. */
    public NameServer nameServer(NameServer.Kind kind) {
        return nameServer(kind, Map.of());
    }

    /** A name server with further keys in its configuration file; it is answering when this returns. */
    public NameServer nameServer(NameServer.Kind kind, Map<String, String> keys) {
        return startNameServer(kind, keys).awaitAnswers();
    }

    private NameServer startNameServer(NameServer.Kind kind, Map<String, String> keys) {
        int port = Ports.freeWithNeighbours();
        Path home = home(kind == NameServer.Kind.STOCK ? "stock-namesrv" : "pharos-namesrv");
        Path file = home.resolve("namesrv.conf");
        List<String> lines = new ArrayList<>(List.of("listenPort=" + port));
        if (kind == NameServer.Kind.PHAROS) {
            lines.add("metricsPort=0");
        }
        keys.forEach((key, value) -> lines.add(key + "=" + value));
        try {
            Files.createDirectories(home);
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        ChildJvm.Launch launch = kind == NameServer.Kind.STOCK
                ? new ChildJvm.Launch(
                        home,
                        Release.V5_5_0.classpath(),
                        Stream.concat(Release.OPENINGS.stream(), Stream.of("-Xmx256m"))
                                .toList(),
                        "org.apache.rocketmq.namesrv.NamesrvStartup",
                        List.of("-c", file.toString()))
                : new ChildJvm.Launch(
                        home, ownClasspath(), List.of("-Xmx256m"), MAIN, List.of("nameserver", "-c", file.toString()));
        NameServer server = new NameServer(launch, port);
        return keep(server, server::close);
    }

    /** A broker; it may still be starting when this returns. */
    public StockBroker broker(StockBroker.Spec spec) {
        StockBroker broker = StockBroker.start(home(spec.name() + "-" + spec.id()), spec);
        return keep(broker, broker::close);
    }

    /** The command line tools. */
    public MqAdmin mqAdmin() {
        return mqAdmin(home("mqadmin"));
    }

    /** The same, signing what it sends. */
    public MqAdmin mqAdmin(String accessKey, String secretKey) {
        Path home = home("mqadmin");
        try {
            Path folder = Files.createDirectories(home.resolve("conf"));
            Files.writeString(
                    folder.resolve("tools.yml"), "accessKey: " + accessKey + "\nsecretKey: " + secretKey + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + home, e);
        }
        return mqAdmin(home);
    }

    private MqAdmin mqAdmin(Path home) {
        MqAdmin admin = new MqAdmin(agent(home, "io.pharos.interop.agent.AdminAgent", List.of()));
        return keep(admin, admin::close);
    }

    /** A producer that polls routes twice a second. */
    public StockProducer producer(String nameServers, String group) {
        return producer(nameServers, group, ROUTE_POLL_MILLIS);
    }

    /** A producer that polls routes at a period of its own. */
    public StockProducer producer(String nameServers, String group, int pollMillis) {
        return producer(List.of(nameServers, group, Integer.toString(pollMillis)));
    }

    /** A producer that signs what it sends. */
    public StockProducer producer(String nameServers, String group, String accessKey, String secretKey) {
        return producer(List.of(nameServers, group, Integer.toString(ROUTE_POLL_MILLIS), accessKey, secretKey));
    }

    private StockProducer producer(List<String> arguments) {
        StockProducer producer =
                new StockProducer(agent("producer", "io.pharos.interop.agent.ProducerAgent", arguments));
        return keep(producer, producer::close);
    }

    /** A consumer from the first message on that polls routes twice a second. */
    public StockConsumer consumer(String nameServers, String group, List<String> topics) {
        List<String> arguments = new ArrayList<>(List.of(nameServers, group, Integer.toString(ROUTE_POLL_MILLIS)));
        arguments.addAll(topics);
        StockConsumer consumer =
                new StockConsumer(agent("consumer", "io.pharos.interop.agent.ConsumerAgent", arguments));
        return keep(consumer, consumer::close);
    }

    /** What Pharos needs, and nothing that only its tests need. */
    private static String ownClasspath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("rocketmq") && !entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * A name server of the kind that the tests are about: Pharos, or the original with {@code -Dinterop.subject=STOCK},
     * which shows what a test says about the original.
     */
    public NameServer subject(Map<String, String> keys) {
        return nameServer(NameServer.Kind.valueOf(System.getProperty("interop.subject", "PHAROS")), keys);
    }

    private ChildJvm agent(String name, String mainClass, List<String> arguments) {
        return agent(home(name), mainClass, arguments);
    }

    private ChildJvm agent(Path home, String mainClass, List<String> arguments) {
        List<String> options = new ArrayList<>(Release.OPENINGS);
        options.add("-Xmx256m");
        String classpath = Release.V5_5_0.agentClasspath();
        return ChildJvm.start(new ChildJvm.Launch(home, classpath, options, mainClass, arguments), false);
    }

    private synchronized Path home(String name) {
        started++;
        Path home = folder.resolve(started + "-" + name);
        try {
            return Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + home, e);
        }
    }

    private synchronized <T> T keep(T thing, Runnable ending) {
        endings.push(ending);
        return thing;
    }

    @Override
    public synchronized void close() {
        while (!endings.isEmpty()) {
            endings.pop().run();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            homes.map(home -> home.resolve("store")).forEach(Lab::remove);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clean " + folder, e);
        }
    }

    private static void remove(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
