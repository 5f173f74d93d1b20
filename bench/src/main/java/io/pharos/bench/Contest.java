package io.pharos.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs the work against each server in turns and collects what was measured. */
final class Contest {
    private static final int IDLE_CONNECTIONS = 19_500;
    private static final int WATCHERS = 10_000;
    private static final int PROBED = 300;
    private static final int PROBE_TIMES = 5;
    private static final double PROBE_PERIOD_NANOS = 5e9;

    /** A second's worth, about. */
    private static final int CHANGES = 5;

    private static final Set<String> STEADY = Set.of(
            "route-8x32",
            "route-64x1",
            "poll-8x32",
            "heartbeat",
            "register-same-bytes",
            "register-same-topics",
            "register-deflated",
            "register-one-changed");

    private final Options options;
    private final List<Measured> results = new ArrayList<>();

    /**
     * What to run.
     *
     * @param servers in the order of their turns
     * @param works names of the work to do
     * @param rounds timed runs per server and work
     * @param seconds of one timed run
     * @param warmUp seconds before the first round, per server and work
     * @param steadySeconds how long re-registrations go on in the memory run
     * @param launcher starts the servers
     */
    record Options(
            List<Server.Kind> servers,
            Set<String> works,
            int rounds,
            int seconds,
            int warmUp,
            int steadySeconds,
            Server.Launcher launcher) {}

    Contest(Options options) {
        this.options = options;
    }

    List<Measured> results() {
        return List.copyOf(results);
    }

    /** Work that one subject does in one run. */
    private interface Work {
        void run(Subject subject, Duration time, Consumer<Subject.Cost> result) throws IOException;
    }

    /** The steady work, at one size. */
    void steady(Landscape landscape) throws IOException {
        if (Collections.disjoint(STEADY, options.works())) {
            return;
        }
        List<Subject> subjects = new ArrayList<>();
        try {
            for (Server.Kind kind : options.servers()) {
                subjects.add(new Subject(start(kind), landscape));
            }
            inTurns(
                    subjects,
                    "route-8x32",
                    (s, time, result) -> s.query(8, 32, new Traffics.Routes(landscape, true), time, result));
            inTurns(
                    subjects,
                    "route-64x1",
                    (s, time, result) -> s.query(64, 1, new Traffics.Routes(landscape, true), time, result));
            inTurns(
                    subjects,
                    "poll-8x32",
                    (s, time, result) -> s.query(8, 32, new Traffics.Polls(landscape), time, result));
            inTurns(subjects, "heartbeat", (s, time, result) -> s.heartbeat(time, result));
            inTurns(
                    subjects,
                    "register-same-bytes",
                    (s, time, result) -> s.register(Traffics.Sequence.SAME_BYTES, time, result));
            inTurns(
                    subjects,
                    "register-same-topics",
                    (s, time, result) -> s.register(Traffics.Sequence.SAME_TOPICS, time, result));
            inTurns(
                    subjects,
                    "register-deflated",
                    (s, time, result) -> s.register(Traffics.Sequence.DEFLATED, time, result));
            inTurns(
                    subjects,
                    "register-one-changed",
                    (s, time, result) -> s.register(Traffics.Sequence.ONE_CHANGED, time, result));
        } finally {
            closeAll(subjects);
        }
    }

    private static void closeAll(List<Subject> subjects) throws IOException {
        for (Subject subject : subjects) {
            subject.close();
        }
    }

    private void inTurns(List<Subject> subjects, String work, Work drive) throws IOException {
        if (!options.works().contains(work)) {
            return;
        }
        for (int round = 0; round <= options.rounds(); round++) {
            for (Subject subject : subjects) {
                subject.keepAlive();
                Duration time = Duration.ofSeconds(round == 0 ? options.warmUp() : options.seconds());
                int number = round;
                drive.run(subject, time, cost -> {
                    if (number > 0) {
                        record(
                                work,
                                subject.landscape().toString(),
                                subject.server().kind(),
                                number,
                                cost);
                    }
                });
            }
        }
    }

    private void record(String work, String size, Server.Kind kind, int round, Subject.Cost cost) {
        double requests = cost.run().requests();
        Object[][] values = {
            {Measured.CPU, cost.spent().workNanos() / 1e3 / requests},
            {Measured.COLLECTOR, cost.spent().collectorNanos() / 1e3 / requests},
            {Measured.COMPILER, cost.spent().compilerNanos() / 1e3 / requests},
            {Measured.GENERATOR, cost.run().cpuNanos() / 1e3 / requests},
            {Measured.RATE, requests * 1e9 / cost.run().elapsedNanos()},
            {Measured.MEDIAN, cost.run().latency().getValueAtPercentile(50) / 1e3},
            {Measured.P99, cost.run().latency().getValueAtPercentile(99) / 1e3},
            {Measured.MAXIMUM, cost.run().latency().getMaxValue() / 1e3}
        };
        for (Object[] value : values) {
            add(work, size, kind, round, (String) value[0], (Double) value[1]);
        }
    }

    private void add(String work, String size, Server.Kind kind, int round, String metric, double value) {
        Measured measured = new Measured(work, size, kind, round, metric, value);
        System.out.println(measured.csv());
        results.add(measured);
    }

    private Server start(Server.Kind kind) throws IOException {
        return Server.start(kind, options.launcher());
    }

    /** The bare echo server, asked as the route queries are, and over as many connections as heartbeats come. */
    void floor(List<Landscape> landscapes) throws IOException {
        floor("echo-64x1", "-", 64);
        for (Landscape landscape : landscapes) {
            floor("echo-per-broker", landscape.toString(), landscape.brokers());
        }
    }

    private void floor(String work, String size, int connections) throws IOException {
        if (!options.works().contains(work)) {
            return;
        }
        try (Server echo = start(Server.Kind.ECHO)) {
            for (int round = 0; round <= options.rounds(); round++) {
                try (Generator generator = new Generator(echo.port(), connections)) {
                    ProcessCost before = ProcessCost.of(echo.pid());
                    Generator.Run run =
                            generator.keepInFlight(1, Duration.ofSeconds(options.seconds()), new Traffics.Echoes());
                    if (round > 0) {
                        ProcessCost.Spent spent = ProcessCost.of(echo.pid()).since(before);
                        record(work, size, Server.Kind.ECHO, round, new Subject.Cost(run, spent));
                    }
                }
            }
        }
    }

    /** From nothing to the first answer. */
    void starts() throws IOException {
        if (!options.works().contains("start")) {
            return;
        }
        for (int round = 1; round <= options.rounds(); round++) {
            for (Server.Kind kind : options.servers()) {
                try (Server server = start(kind)) {
                    add("start", "-", kind, round, Measured.START_WALL, server.startNanos() / 1e6);
                    add("start", "-", kind, round, Measured.START_CPU, server.startCpuNanos() / 1e6);
                }
            }
        }
    }

    /** Many idle connections. */
    void idle() throws IOException {
        if (!options.works().contains("idle")) {
            return;
        }
        Landscape landscape = new Landscape(2, 100);
        for (int round = 1; round <= options.rounds(); round++) {
            for (Server.Kind kind : options.servers()) {
                try (Subject subject = new Subject(start(kind), landscape);
                        IdleCrowd crowd = new IdleCrowd(subject.server().port())) {
                    subject.query(8, 8, new Traffics.Routes(landscape, true), Duration.ofSeconds(2), cost -> {});
                    idle(subject, crowd, round);
                }
            }
        }
    }

    private void idle(Subject subject, IdleCrowd crowd, int round) throws IOException {
        Server.Kind kind = subject.server().kind();
        long pid = subject.server().pid();
        long overflows = ProcessCost.acceptOverflows();
        long resident = ProcessCost.residentKib(pid);
        ProcessCost before = ProcessCost.of(pid);
        long took = crowd.arrive(IDLE_CONNECTIONS);
        Server.pause(Duration.ofSeconds(2));
        ProcessCost accepted = ProcessCost.of(pid);
        double each = IDLE_CONNECTIONS;
        add("idle", "-", kind, round, Measured.ACCEPT_TIME, took / 1e6);
        add(
                "idle",
                "-",
                kind,
                round,
                Measured.ACCEPT_CPU,
                accepted.since(before).workNanos() / 1e3 / each);
        add("idle", "-", kind, round, Measured.ACCEPT_BYTES, (ProcessCost.residentKib(pid) - resident) * 1024.0 / each);
        add("idle", "-", kind, round, Measured.OVERFLOWS, (double) (ProcessCost.acceptOverflows() - overflows));
        crowd.askOnEach(new Traffics.Routes(subject.landscape(), true));
        double asked = ProcessCost.of(pid).since(accepted).workNanos() / 1e3 / each;
        add("idle", "-", kind, round, Measured.FIRST_QUERY_CPU, asked);
    }

    /** From a change of a topic to thousands of clients that watch it. */
    void watch() throws IOException {
        if (!options.works().contains("watch")) {
            return;
        }
        Landscape landscape = new Landscape(10, 1);
        try (Subject subject = new Subject(start(Server.Kind.PHAROS), landscape);
                Watchers watchers = new Watchers(subject.server().port(), WATCHERS, landscape.topic(0))) {
            for (int round = 0; round <= options.rounds(); round++) {
                int number = round;
                subject.keepAlive();
                subject.measure(() -> watchers.changes(CHANGES * options.seconds(), subject::changeOne), cost -> {
                    if (number > 0) {
                        record("watch", Integer.toString(WATCHERS), Server.Kind.PHAROS, number, cost);
                    }
                });
            }
        }
    }

    /** What it costs to ask silent brokers for signs of life. */
    void probe() throws IOException {
        if (!options.works().contains("probe")) {
            return;
        }
        probe("probe", Map.of(), true);
        probe("probe-off", Map.of("probeAfterMillis", "0"), false);
    }

    private void probe(String work, Map<String, String> settings, boolean asks) throws IOException {
        Duration time = Duration.ofSeconds(options.seconds()).multipliedBy(PROBE_TIMES);
        try (Subject subject =
                new Subject(Server.start(Server.Kind.PHAROS, options.launcher(), settings), new Landscape(PROBED, 1))) {
            // Until the questions come in their rhythm, and the server has warmed up.
            long unused = subject.listen(Duration.ofSeconds(10 + options.warmUp()));
            for (int round = 1; round <= options.rounds(); round++) {
                ProcessCost before = ProcessCost.of(subject.server().pid());
                long start = System.nanoTime();
                long probes = subject.listen(time);
                double elapsed = System.nanoTime() - start;
                double expected = asks ? PROBED * elapsed / PROBE_PERIOD_NANOS : 0;
                if (probes < expected * 0.7 || probes > expected * 1.3) {
                    throw new IOException(probes + " probes came, about " + expected + " were expected");
                }
                double spent =
                        ProcessCost.of(subject.server().pid()).since(before).workNanos();
                add(
                        work,
                        Integer.toString(PROBED),
                        Server.Kind.PHAROS,
                        round,
                        Measured.CORE_SHARE,
                        spent * 100 / elapsed);
                add(work, Integer.toString(PROBED), Server.Kind.PHAROS, round, Measured.PROBES, probes * 1e9 / elapsed);
            }
        }
    }

    /** Route queries with everything else going on, and with nothing else, in turns. */
    void paired(Landscape landscape) throws IOException {
        if (!options.works().contains("paired")) {
            return;
        }
        int metrics = Server.freePort();
        Map<String, String> with = Map.of("metricsPort", Integer.toString(metrics));
        Landscape watched = new Landscape(1, 1);
        try (Subject busy = new Subject(Server.start(Server.Kind.PHAROS, options.launcher(), with), landscape);
                Extras extras = new Extras(busy, metrics, watched.topic(0) + "-watched");
                Subject bare =
                        new Subject(Server.start(Server.Kind.PHAROS, options.launcher(), Extras.none()), landscape)) {
            for (int round = 0; round <= 2 * options.rounds(); round++) {
                boolean bareFirst = round % 2 == 0;
                if (bareFirst) {
                    queries("paired-without", bare, round);
                }
                CompletableFuture<Void> running = extras.begin();
                queries("paired-with", busy, round);
                extras.end(running);
                if (!bareFirst) {
                    queries("paired-without", bare, round);
                }
            }
        }
    }

    private void queries(String work, Subject subject, int round) throws IOException {
        Duration time = Duration.ofSeconds(round == 0 ? options.warmUp() : options.seconds());
        subject.query(8, 32, new Traffics.Routes(subject.landscape(), true), time, cost -> {
            if (round > 0) {
                record(work, subject.landscape().toString(), Server.Kind.PHAROS, round, cost);
            }
        });
    }

    /** Memory after everything was registered and asked for, and after re-registrations have gone on for a while. */
    void memory(Landscape landscape) throws IOException {
        if (!options.works().contains("memory")) {
            return;
        }
        for (Server.Kind kind : options.servers()) {
            try (Subject subject = new Subject(start(kind), landscape);
                    Generator clients = new Generator(subject.server().port(), 8)) {
                long pid = subject.server().pid();
                clients.inTurns(Duration.ofMinutes(2), landscape.topics(), new Traffics.EveryTopic(landscape));
                add("memory", landscape.toString(), kind, 1, Measured.RESIDENT, ProcessCost.residentKib(pid) / 1024.0);
                long end = System.nanoTime()
                        + Duration.ofSeconds(options.steadySeconds()).toNanos();
                while (System.nanoTime() < end) {
                    subject.reregister();
                    subject.changeAtOnce();
                    clients.inTurns(Duration.ofSeconds(10), 1000, new Traffics.EveryTopic(landscape));
                    Server.pause(Duration.ofMillis(500));
                }
                double later = ProcessCost.residentKib(pid) / 1024.0;
                add("memory", landscape.toString(), kind, 1, Measured.RESIDENT_LATER, later);
            }
        }
    }

    /** Route latency at a fixed rate while every broker re-registers with a change each second. */
    void storm(Landscape landscape) throws IOException {
        if (!options.works().contains("storm")) {
            return;
        }
        List<Subject> subjects = new ArrayList<>();
        try {
            for (Server.Kind kind : options.servers()) {
                subjects.add(new Subject(start(kind), landscape));
            }
            for (int round = 0; round <= options.rounds(); round++) {
                for (Subject subject : subjects) {
                    subject.keepAlive();
                    storm(subject, round);
                }
            }
        } finally {
            closeAll(subjects);
        }
    }

    private void storm(Subject subject, int round) throws IOException {
        Duration time = Duration.ofSeconds(3L * (round == 0 ? options.warmUp() : options.seconds()));
        String size = subject.landscape().toString();
        Server.Kind kind = subject.server().kind();
        ExecutorService registering = Executors.newSingleThreadExecutor();
        try (Generator clients = new Generator(subject.server().port(), 16)) {
            Future<Integer> rounds = registering.submit(() -> reregisterEachSecond(subject, time));
            Traffics.Routes traffic = new Traffics.Routes(subject.landscape(), false);
            subject.measure(() -> clients.atRate(2000, time, traffic), cost -> {
                if (round > 0) {
                    record("storm", size, kind, round, cost);
                }
            });
            int done = rounds.get();
            if (round > 0) {
                add("storm", size, kind, round, Measured.ROUNDS, done / (double) time.toSeconds());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException("registrations beside the queries failed", e);
        } finally {
            registering.shutdownNow();
        }
    }

    private static int reregisterEachSecond(Subject subject, Duration time) throws IOException {
        long start = System.nanoTime();
        int done = 0;
        while (System.nanoTime() - start < time.toNanos()) {
            subject.changeAtOnce();
            done++;
            long due = start + done * 1_000_000_000L - System.nanoTime();
            Server.pause(Duration.ofNanos(Math.max(due, 0)));
        }
        return done;
    }
}
