package io.pharos.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A running server with a landscape registered over one connection per broker. Owned by one thread. */
final class Subject implements AutoCloseable {
    private final Server server;
    private final Landscape landscape;
    private final List<PlainBody> bodies = new ArrayList<>();
    private final Generator brokers;

    Subject(Server server, Landscape landscape) throws IOException {
        this.server = server;
        this.landscape = landscape;
        for (int i = 0; i < landscape.brokers(); i++) {
            bodies.add(new PlainBody(landscape, i));
        }
        brokers = new Generator(server.port(), landscape.brokers());
        reregister();
    }

    Server server() {
        return server;
    }

    Landscape landscape() {
        return landscape;
    }

    /** Each broker registers once, with nothing changed. */
    void reregister() throws IOException {
        brokers.inTurns(Duration.ofMinutes(1), landscape.brokers(), registrations(Traffics.Sequence.SAME_TOPICS));
    }

    /** Keeps connections and registrations alive while the other server has its turn. */
    void keepAlive() throws IOException {
        brokers.inTurns(Duration.ofMinutes(1), landscape.brokers(), new Traffics.Heartbeats(landscape));
    }

    /** All brokers register once, all at the same time, with one topic changed. */
    void changeAtOnce() throws IOException {
        brokers.keepInFlight(1, Duration.ZERO, registrations(Traffics.Sequence.ONE_CHANGED));
    }

    /** The first broker registers with one topic changed. */
    void changeOne() throws IOException {
        brokers.inTurns(Duration.ofSeconds(10), 1, registrations(Traffics.Sequence.ONE_CHANGED));
    }

    /** The brokers say nothing for a time but answers to questions for signs of life. Gives how many there were. */
    long listen(Duration time) throws IOException {
        return brokers.listen(time);
    }

    private Traffics.Registrations registrations(Traffics.Sequence sequence) {
        return new Traffics.Registrations(landscape, bodies, sequence);
    }

    /** Measures registrations of one kind, one in flight, from each broker in turn. */
    void register(Traffics.Sequence sequence, Duration time, Consumer<Cost> result) throws IOException {
        Traffics.Registrations traffic = registrations(sequence);
        measure(() -> brokers.inTurns(time, Long.MAX_VALUE, traffic), result);
        if (sequence == Traffics.Sequence.ONE_CHANGED) {
            // What was answered must also have been done.
            brokers.inTurns(Duration.ofSeconds(10), 1, new Traffics.QueuesOf(landscape, bodies, traffic.lastTopic()));
        }
    }

    /** Measures heartbeats, one in flight per broker. */
    void heartbeat(Duration time, Consumer<Cost> result) throws IOException {
        measure(() -> brokers.keepInFlight(1, time, new Traffics.Heartbeats(landscape)), result);
    }

    /** Measures traffic over connections of its own. */
    void query(int connections, int depth, Generator.Traffic traffic, Duration time, Consumer<Cost> result)
            throws IOException {
        try (Generator generator = new Generator(server.port(), connections)) {
            measure(() -> generator.keepInFlight(depth, time, traffic), result);
        }
    }

    /** What one run cost the server. */
    record Cost(Generator.Run run, ProcessCost.Spent spent) {}

    /** Something that drives the server. */
    interface Drive {
        Generator.Run run() throws IOException;
    }

    void measure(Drive drive, Consumer<Cost> result) throws IOException {
        ProcessCost before = ProcessCost.of(server.pid());
        Generator.Run run = drive.run();
        result.accept(new Cost(run, ProcessCost.of(server.pid()).since(before)));
    }

    @Override
    public void close() throws IOException {
        brokers.close();
        server.close();
    }
}
