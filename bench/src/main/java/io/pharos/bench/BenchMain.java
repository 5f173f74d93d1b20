package io.pharos.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the benchmark; {@code bench/run} builds and calls it. */
@Command(
        name = "bench/run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures Pharos and the original in turns on this machine.")
public final class BenchMain implements Callable<Integer> {
    private static final String ALL_WORKS =
            "route-8x32,route-64x1,poll-8x32,echo-64x1,echo-per-broker,heartbeat,register-same-bytes,"
                    + "register-same-topics,register-deflated,register-one-changed,storm,watch,probe,paired,memory,start,idle";
    private static final String BEGIN = "<!-- results: written by bench/run -->";
    private static final String END = "<!-- end of results -->";

    @Option(names = "--sizes", split = ",", description = "brokers x topics (default: ${DEFAULT-VALUE})")
    private List<String> sizes = List.of("10x100", "16x2000", "32x10000");

    @Option(names = "--works", split = ",", description = "what to run (default: all: " + ALL_WORKS + ")")
    private Set<String> works = Set.of(ALL_WORKS.split(",", -1));

    @Option(names = "--servers", split = ",", description = "original,pharos in the order of their turns")
    private List<String> servers = List.of("original", "pharos");

    @Option(names = "--rounds", description = "timed runs per server and work (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(names = "--seconds", description = "of one timed run (default: ${DEFAULT-VALUE})")
    private int seconds = 4;

    @Option(names = "--warm-up", description = "seconds before the first round (default: ${DEFAULT-VALUE})")
    private int warmUp = 8;

    @Option(names = "--steady", description = "seconds of re-registrations in the memory run (default: 60)")
    private int steadySeconds = 60;

    @Option(names = "--jvm", split = " ", description = "JVM options of every server (default: ${DEFAULT-VALUE})")
    private List<String> jvmOptions = List.of("-Xms256m", "-Xmx2g");

    @Option(names = "--quick", description = "one short round: shows that it works, proves nothing")
    private boolean quick;

    @Option(names = "--original", required = true, hidden = true)
    private Path originalClassPath = Path.of("");

    @Option(names = "--root", required = true, hidden = true)
    private Path root = Path.of("");

    /** Exits 0 when everything was measured and every answer was right. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchMain()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        List<Server.Kind> kinds = servers.stream()
                .map(name -> Server.Kind.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        List<Landscape> landscapes = sizes.stream().map(Landscape::parse).toList();
        Contest contest = new Contest(new Contest.Options(
                kinds,
                works,
                quick ? 1 : rounds,
                quick ? 1 : seconds,
                quick ? 1 : warmUp,
                quick ? 3 : steadySeconds,
                new Server.Launcher(jvmOptions, originalClassPath, root.resolve("pharos"))));
        contest.starts();
        contest.floor(landscapes);
        for (Landscape landscape : landscapes) {
            contest.steady(landscape);
            publish(contest.results());
        }
        Landscape largest = landscapes.get(landscapes.size() - 1);
        contest.storm(largest);
        contest.memory(largest);
        publish(contest.results());
        contest.watch();
        publish(contest.results());
        contest.probe();
        contest.paired(landscapes.get(0));
        publish(contest.results());
        contest.idle();
        publish(contest.results());
        return 0;
    }

    private void publish(List<Measured> fresh) throws IOException {
        if (quick) {
            return;
        }
        Path file = root.resolve("bench/results/measurements.csv");
        Results results = Results.read(file).with(fresh);
        results.write(file);
        String markdown = new Report(results).markdown();
        Files.writeString(root.resolve("bench/results/results.md"), markdown);
        Files.writeString(root.resolve("docs/benchmarks.svg"), new Plot(results).svg());
        Path page = root.resolve("docs/benchmarks.md");
        String text = Files.readString(page);
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(page + " lacks the markers of the results");
        }
        Files.writeString(page, text.substring(0, from) + BEGIN + "\n\n" + markdown + "\n" + text.substring(to));
    }
}
