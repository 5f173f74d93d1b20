package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.Scheduler;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationDecoder;
import io.pharos.testkit.ManualClock;
import io.pharos.testkit.ManualScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Routes and {@link RouteModel} side by side: each event goes to both, then both must show the same. */
final class RouteWorld implements RouteEffects {
    private static final Duration SCAN = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private final ManualClock clock = new ManualClock();
    final RouteModel model = new RouteModel(clock.monotonicNanos());
    private final ManualScheduler scheduler = new ManualScheduler(clock);
    private final RouteSettings settings;
    private final Set<Long> silent = new HashSet<>();
    private final RevisionLedger revisions = new RevisionLedger();
    private int runs;
    private Routes routes;
    private Scheduler.Cancellation scans;
    private String content;
    private long connections;

    RouteWorld(boolean supportActingMaster) {
        settings = new RouteSettings(
                supportActingMaster,
                true,
                Map.of(),
                Duration.ZERO,
                RouteModel.DEFAULT_TIMEOUT,
                Liveness.DEADLINES_ALONE);
        routes = routes();
        scans = scheduler.every(SCAN, this::scan);
        content = RoutePicture.content(model);
    }

    @Override
    public void minBrokerIdChanged(MinBrokerIdChange change) {
        assertThat(change.receivers()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(change.minBrokerId()).isNotNegative();
    }

    @Override
    public void closeSilentConnection(long connectionId) {
        silent.add(connectionId);
    }

    /** What a broker has, whatever it says. */
    record Owned(Set<String> topics, Set<String> mappings) {}

    /** A connection newer than all others. */
    long connect() {
        return ++connections;
    }

    boolean isOpen(long connection) {
        return !model.closed.contains(connection);
    }

    /**
     * Registers.
     *
     * @param body as {@code registration} was decoded from
     * @param plain whether a stock broker without splitting sends it so
     * @param owned what the broker has: no registration may remove it
     */
    void register(RegistrationHeader header, WireBody body, boolean plain, Owned owned, long connection) {
        Registration registration = body.decode();
        boolean allowed = model.mayRegister(header, registration, connection);
        BrokerIdentity who = header.identity();
        try {
            RegistrationResult told = routes.unchanged(header, body.bytes(), connection);
            if (told == null) {
                RegistrationDecoder.Decoded decoded = body.decode(routes, who);
                assertThat(decoded.registration()).isEqualTo(registration);
                told = get(routes.register(
                        header, registration, decoded.body(), new Origin(connection, () -> isOpen(connection))));
            }
            assertThat(allowed)
                    .as("a registration that must be refused was accepted")
                    .isTrue();
            RouteModel.Leaving leaving =
                    model.register(header, registration, plain, connection, clock.monotonicNanos());
            adopt(header, leaving, owned);
            assertThat(told).isEqualTo(toldBy(header));
        } catch (RequestFailed refusal) {
            assertThat(allowed).as(refusal.getMessage()).isFalse();
            model.refused(who, connection);
        }
    }

    /** A body arrives that no registration may have: it is refused by its topics. */
    void registerUnfit(RegistrationHeader header, Registration unfit, long connection) {
        try {
            get(routes.register(header, unfit, null, new Origin(connection, () -> isOpen(connection))));
            throw new AssertionError("accepted: " + unfit);
        } catch (RequestFailed refusal) {
            model.refused(header.identity(), connection);
        }
    }

    /** A body is refused before it gets to the routes. */
    void refuse(RegistrationHeader header, long connection) {
        get(routes.refused(header.identity(), connection));
        model.refused(header.identity(), connection);
    }

    private void adopt(RegistrationHeader header, RouteModel.Leaving leaving, Owned owned) {
        String name = header.identity().brokerName();
        Set<String> left = new TreeSet<>();
        for (String topic : leaving.may()) {
            if (!RoutePicture.names(routes, topic, name)) {
                left.add(topic);
            }
        }
        assertThat(left).as("left of what has to leave").containsAll(leaving.must());
        assertThat(left).as("left though the broker has it").doesNotContainAnyElementsOf(owned.topics());
        model.leave(name, left::contains);
        RouteModel.Broker own =
                model.find(header.identity().cluster(), header.identity().address());
        if (own != null && !own.bodies.isEmpty()) {
            for (String topic : model.mayLoseMapping(own)) {
                if (!RoutePicture.maps(routes, topic, name)) {
                    assertThat(owned.mappings())
                            .as("mapping left though the broker has it")
                            .doesNotContain(topic);
                    model.unmap(name, topic);
                }
            }
        }
    }

    private RegistrationResult toldBy(RegistrationHeader header) {
        for (RouteModel.Broker member : model.members(header.identity().brokerName())) {
            if (member.who().brokerId() == 0 && header.identity().brokerId() != 0) {
                return new RegistrationResult(member.who().address(), member.header.haServerAddress());
            }
        }
        return RegistrationResult.NOTHING;
    }

    void heartbeat(BrokerIdentity who, long connection) {
        assertThat(routes.heartbeat(who.cluster(), who.address(), connection))
                .isEqualTo(model.heartbeat(who.cluster(), who.address(), connection, clock.monotonicNanos()));
    }

    void unregister(List<BrokerIdentity> leavers, long connection) {
        get(routes.unregister(leavers, connection));
        leavers.forEach(leaver -> model.unregister(leaver, connection));
    }

    void close(long connection) {
        model.close(connection);
        get(routes.connectionClosed(connection));
    }

    /** Time passes and is scanned each second. */
    void pass(Duration time) {
        scheduler.advance(time);
    }

    /** The process sleeps, and then scans. */
    void sleep(Duration time) {
        scans.cancel();
        clock.advance(time);
        scan();
        scans = scheduler.every(SCAN, this::scan);
    }

    private void scan() {
        Set<Long> unused = model.expire(clock.monotonicNanos(), SCAN);
        get(routes.scan(SCAN));
        assertThat(silent).isEqualTo(unused);
        silent.clear();
        unused.forEach(this::close);
    }

    void fence(FenceKey key) {
        model.fences.add(key);
        get(routes.fence(Fences.of(model.fences)));
    }

    void unfence(FenceKey key) {
        model.fences.remove(key);
        get(routes.fence(Fences.of(model.fences)));
    }

    void deleteTopic(String topic, @Nullable String cluster) {
        get(routes.deleteTopic(topic, cluster));
        model.deleteTopic(topic, cluster);
    }

    void registerTopic(String topic, List<QueueData> queues) {
        boolean allowed = model.registerTopic(topic, queues);
        try {
            get(routes.registerTopic(topic, queues));
            assertThat(allowed).isTrue();
        } catch (RequestFailed refusal) {
            assertThat(allowed).as(refusal.getMessage()).isFalse();
        }
    }

    void restart() {
        byte[] copy = routes.copy(64);
        for (long connection = 1; connection <= connections; connection++) {
            model.closed.add(connection);
        }
        scans.cancel();
        routes = restored(copy);
        model.restart(PATIENCE, clock.monotonicNanos());
        scans = scheduler.every(SCAN, this::scan);
        content = RoutePicture.content(model);
        compareWith(routes);
    }

    /** Compares everything that can be asked. */
    void check(long revisionBefore) {
        compareWith(routes);
        revisions.look(routes);
        RoutePicture.queries().forEach(query -> ExplainedAnswer.check(routes, query, model.fences));
        String now = RoutePicture.content(model);
        if (now.equals(content)) {
            assertThat(routes.revision()).as("revision without a change").isEqualTo(revisionBefore);
        } else {
            assertThat(routes.revision()).as("revision after a change").isGreaterThan(revisionBefore);
        }
        content = now;
    }

    long revision() {
        return routes.revision();
    }

    /** What has grown step by step shows the same as what is built from its copy at once. */
    void checkRebuilt() {
        Routes rebuilt = restored(routes.copy(64));
        sameLines(RoutePicture.routes(routes), RoutePicture.routes(rebuilt));
    }

    private void compareWith(Routes actual) {
        List<String> expected = new ArrayList<>(RoutePicture.groups(model));
        expected.addAll(RoutePicture.lists(model));
        expected.addAll(RoutePicture.routes(model, settings.supportActingMaster()));
        List<String> found = new ArrayList<>(RoutePicture.groups(actual));
        found.addAll(RoutePicture.lists(actual));
        found.addAll(RoutePicture.routes(actual));
        sameLines(found, expected);
        assertThat(actual.brokerCount()).isEqualTo(model.brokers.size());
        for (RouteModel.Broker broker : model.brokers) {
            assertThat(actual.dataVersion(broker.who().cluster(), broker.who().address()))
                    .isEqualTo(broker.restored ? null : broker.version);
        }
    }

    /** As an assertion on both would, but without the lines that agree. */
    private static void sameLines(List<String> found, List<String> expected) {
        List<String> missing = new ArrayList<>(expected);
        missing.removeAll(found);
        List<String> unexpected = new ArrayList<>(found);
        unexpected.removeAll(expected);
        assertThat(unexpected).as("not expected, instead of %s", missing).isEmpty();
        assertThat(found).isEqualTo(expected);
    }

    private Routes routes() {
        return new Routes(clock, Runnable::run, settings, this, RoutePicture::encode, 1 << 20, "run" + runs++);
    }

    private Routes restored(byte[] copy) {
        try {
            Routes fresh = routes();
            get(fresh.fence(Fences.of(model.fences)));
            get(fresh.restore(WarmCopyReader.read(copy), PATIENCE));
            return fresh;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
