package io.pharos.nameserver.route;

import io.pharos.base.Clock;
import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.DataVersion;
import io.pharos.protocol.route.KnownBody;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.Registration;
import io.pharos.protocol.route.RegistrationDecoder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a name server: what handlers and connection listeners talk to.
 *
 * <p>Thread-safe. Methods that return a stage hand an event to the writer and complete on its thread when the event has
 * been applied and published; a {@link RequestFailed} in the stage means that nothing was changed. All other methods
 * answer at once from the published state, never block, and may be called on an event loop.
 *
 * <p>A registration is handled in two steps: {@link #unchanged} on the event loop, and only if that gives null the body
 * is decoded elsewhere and given to {@link #register}. A body that is refused before it gets to {@code register} (busy,
 * checksum, undecodable) is told to {@link #refused}.
 */
public final class Routes implements RouteSource {
    private static final long MAX_KEPT_BODY_BYTES = 256L << 20;

    private final Clock clock;
    private final Executor writer;
    private final RouteTable table;
    private final Absences absences;
    private final RouteAnswers answers;
    private final TopicLists lists;
    private final RegistrationDecoder decoder = new RegistrationDecoder(new RunPool()::share);
    private final long startedNanos;
    private volatile RouteSettings settings;
    private volatile boolean warm;
    private volatile QueueCounts queueCounts = new QueueCounts(-1, 0, 0);

    /**
     * Creates empty routes.
     *
     * @param clock for deadlines
     * @param writer runs tasks one after the other in the order of their submission, on whatever thread
     * @param settings to begin with
     * @param effects what the writer asks of the outside
     * @param encoder of route answers
     * @param maxAnswerBytes bound for encoded answers that are kept
     * @param run letters and digits that no other run of a name server has, for revisions
     */
    public Routes(
            Clock clock,
            Executor writer,
            RouteSettings settings,
            RouteEffects effects,
            RouteEncoder encoder,
            long maxAnswerBytes,
            String run) {
        this.clock = clock;
        this.writer = writer;
        this.settings = settings;
        this.startedNanos = clock.monotonicNanos();
        this.table = new RouteTable(settings, effects, RouteLog.of(clock), MAX_KEPT_BODY_BYTES, startedNanos);
        this.absences = new Absences(table.view(), table.live(), clock);
        this.answers = new RouteAnswers(run, encoder, absences, maxAnswerBytes);
        this.lists = new TopicLists(table.view());
    }

    /**
     * Handles a registration that says the same as the broker's last one over the same connection: its deadline moves
     * and nothing else.
     *
     * @param body as received, from position to limit; not kept and not moved
     * @return what to answer, or null when the registration must be decoded and applied
     */
    public @Nullable RegistrationResult unchanged(RegistrationHeader header, ByteBuffer body, long connectionId) {
        BrokerIdentity identity = header.identity();
        LiveBroker broker = table.live().find(identity.cluster(), identity.address());
        if (broker == null
                || broker.connection() != connectionId
                || !broker.applied().saysTheSame(header, body)
                || !broker.touch(connectionId, clock.monotonicNanos())) {
            return null;
        }
        Group group = table.view().group(identity.brokerName());
        return group == null ? null : RegistrationRules.resultFor(identity, group);
    }

    /**
     * Reads the body of a registration, by its differences from the broker's last one where that is known. Takes its
     * time: not for an event loop.
     *
     * @param version of the sender
     * @param compressed as its header says
     * @param body as received, from position to limit; not kept and not moved
     * @throws RequestFailed naming what is wrong
     */
    public RegistrationDecoder.Decoded decode(
            BrokerIdentity identity, int version, boolean compressed, ByteBuffer body) {
        LiveBroker broker = table.live().find(identity.cluster(), identity.address());
        List<KnownBody> known = broker == null ? List.of() : broker.applied().bodies();
        return decoder.decode(version, compressed, body, known.isEmpty() ? null : known.get(known.size() - 1));
    }

    /**
     * Applies a registration as a whole or refuses it as a whole.
     *
     * @param body what {@link #unchanged} knows the next one by; null to apply it in full each time
     */
    public CompletionStage<RegistrationResult> register(
            RegistrationHeader header, Registration registration, @Nullable KnownBody body, Origin origin) {
        return apply(() -> table.register(header, registration, body, origin, clock.monotonicNanos()));
    }

    /** A body of this broker was refused unseen, so that missing topics prove nothing for a while. */
    public CompletionStage<@Nullable Void> refused(BrokerIdentity identity, long connectionId) {
        return run(() -> table.refused(identity, connectionId));
    }

    /**
     * A sign of life (904, and the side effect of 322). A newer connection than the registration's becomes its own.
     * Call on the connection's event loop, so that it comes before that connection's close.
     *
     * @return whether a broker of that cluster and address is registered
     */
    public boolean heartbeat(String cluster, String address, long connectionId) {
        LiveBroker broker = table.live().find(cluster, address);
        return broker != null && !broker.restored() && broker.touch(connectionId, clock.monotonicNanos());
    }

    /** The data version that a broker registered last; null when it is not registered. */
    public @Nullable DataVersion dataVersion(String cluster, String address) {
        LiveBroker broker = table.live().find(cluster, address);
        return broker == null || broker.restored() ? null : broker.applied().version();
    }

    /** Brokers said farewell (104); those that have registered over a newer connection since stay. */
    public CompletionStage<@Nullable Void> unregister(List<BrokerIdentity> leavers, long connectionId) {
        return run(() -> table.unregister(leavers, connectionId));
    }

    /** A connection is gone: every registration that it carried ends. */
    public CompletionStage<@Nullable Void> connectionClosed(long connectionId) {
        return run(() -> table.connectionClosed(connectionId));
    }

    /** A connection failed because its peer is gone without a word: its brokers end soon, unless many are lost at once. */
    public CompletionStage<@Nullable Void> connectionLost(long connectionId) {
        return run(() -> table.connectionLost(connectionId, clock.monotonicNanos()));
    }

    /** The answer to {@link RouteEffects#ask} came. */
    public CompletionStage<@Nullable Void> answered(long connectionId) {
        return run(() -> table.answered(connectionId));
    }

    /**
     * Looks for silent brokers: asks them, suspects them, evicts them. Call it periodically.
     *
     * @param period at which it is called, to tell a late call from a silent broker
     */
    public CompletionStage<@Nullable Void> scan(Duration period) {
        return run(() -> table.scan(clock.monotonicNanos(), period));
    }

    /**
     * Replaces where writes are stopped. Topics and groups that this bears on get new values with higher revisions, all
     * others keep theirs.
     */
    public CompletionStage<@Nullable Void> fence(Fences next) {
        return run(() -> table.fence(next));
    }

    /** Number of topics that a broker group has, when all events before this one have been applied. */
    public CompletionStage<Integer> topicsOn(String brokerName) {
        return apply(() -> table.topicsOn(brokerName));
    }

    /** Number of broker groups that have a topic, when all events before this one have been applied. */
    public CompletionStage<Integer> brokersOf(String topic) {
        return apply(() -> table.brokersOf(topic));
    }

    /**
     * Deletes a topic (216). Gives the names of the brokers that it was deleted from.
     *
     * @param cluster only from this one; null or empty for everywhere
     */
    public CompletionStage<List<String>> deleteTopic(String topic, @Nullable String cluster) {
        return apply(() -> table.deleteTopic(topic, cluster));
    }

    /** Enters a topic (217); an unknown broker among the queue data refuses all of it. */
    public CompletionStage<@Nullable Void> registerTopic(String topic, List<QueueData> queues) {
        List<QueueData> copy = List.copyOf(queues);
        return run(() -> table.registerTopic(topic, copy));
    }

    /** Replaces the settings. */
    public CompletionStage<@Nullable Void> configure(RouteSettings next) {
        settings = next;
        return run(() -> table.configure(next));
    }

    /**
     * Answers a route query (105): the route, 17 when no broker has the topic, or 1 while an answer might be incomplete
     * just after a start and the settings ask to wait. With restored routes, only topics that are not among them wait.
     */
    public Reply route(RouteQuery query) {
        return route(query, null);
    }

    /**
     * As {@link #route(RouteQuery)}, but when the asker has the current answer: a short one that says so.
     *
     * @param held revision of the asker's answer to the same query; null for none
     */
    public Reply route(RouteQuery query, @Nullable String held) {
        Topic topic = table.view().current(query.topic());
        return isReady(topic)
                ? answers.answer(topic, query, held)
                : Reply.failed(ResponseCode.SYSTEM_ERROR, "name server not ready");
    }

    /**
     * Why {@link #route(RouteQuery)} answers as it does.
     *
     * @param question its zone must be null or one that a route query may have
     */
    public RouteExplanation explain(ExplainRoute question, ExplanationSources sources) {
        RouteQuery query = new RouteQuery(question.topic(), true, question.zone());
        Topic topic = table.view().current(query.topic());
        return new Explainer(table.live(), table.view().departures(), absences, sources, clock)
                .explain(
                        question,
                        RouteDecision.of(topic, query.zone()),
                        isReady(topic),
                        answers.revision(topic, query));
    }

    @Override
    public Reply current(RouteQuery query, @Nullable String held) {
        return answers.answer(table.view().current(query.topic()), query, held);
    }

    @Override
    public boolean isReady(String topic) {
        return isReady(table.view().current(topic));
    }

    /** For how long route queries are not answered yet, topics of restored routes apart; zero when they are. */
    public Duration withheldFor() {
        Duration left = settings.serviceWait().minusNanos(clock.monotonicNanos() - startedNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /**
     * Sets who hears of changes; nobody did before.
     *
     * @param listener is given the name of each topic whose answers may have changed, on the writer's thread and after
     *     the change is published: it must not block
     */
    public void onChange(Consumer<String> listener) {
        table.view().onChange(listener);
    }

    /** All broker groups, in no particular order. */
    public Collection<Group> groups() {
        return List.copyOf(table.view().groups());
    }

    /** One broker group; null when it is unknown. */
    public @Nullable Group group(String brokerName) {
        return table.view().group(brokerName);
    }

    /**
     * Whether a topic has a route.
     *
     * @param brokerName by way of this broker group; empty for any
     */
    public boolean has(String topic, String brokerName) {
        Topic known = table.view().topic(topic);
        return known != null && (brokerName.isEmpty() || known.isOn(brokerName));
    }

    /** Names of all topics, sorted. */
    public List<String> topics() {
        return lists.all();
    }

    /** Names of the topics that some broker of a cluster has, sorted. */
    public List<String> topicsOf(String cluster) {
        return lists.ofCluster(cluster);
    }

    /** Names that double as system topics. */
    public SystemTopics systemTopics() {
        return lists.system();
    }

    /** A unit topic list, sorted. */
    public List<String> unitTopics(UnitFilter filter) {
        return lists.unit(filter);
    }

    /** Number of topics. */
    public int topicCount() {
        return table.view().topics().size();
    }

    /** Number of brokers, restored ones included. */
    public int brokerCount() {
        return table.live().size();
    }

    /** Number of brokers that are known from the copy alone: they have not registered since the start. */
    public int restoredBrokerCount() {
        return (int) table.live().all().stream().filter(LiveBroker::restored).count();
    }

    /** Number of broker groups, restored ones included. */
    public int groupCount() {
        return table.view().groups().size();
    }

    /** Message queues in the routes. Takes milliseconds after a change of many topics: not for an event loop. */
    public QueueCounts queueCounts() {
        QueueCounts known = queueCounts;
        if (known.revision() != table.view().revision()) {
            known = QueueCounts.of(table.view());
            queueCounts = known;
        }
        return known;
    }

    /** Number of brokers that have fallen silent, though not for so long that they are gone. */
    public int suspectBrokerCount() {
        return (int) table.live().all().stream().filter(LiveBroker::suspect).count();
    }

    /** Whether so many brokers fell silent together that this server puts it down to itself. */
    public boolean distrustsItself() {
        return table.distrusting();
    }

    /** Number of broker groups of which no member has registered since the start. */
    public int restoredGroupCount() {
        return (int) table.view().groups().stream().filter(Group::restored).count();
    }

    /** Bytes of the encoded route answers that are kept. */
    public long keptAnswerBytes() {
        return answers.keptBytes();
    }

    /** Rises with every change of any route. */
    public long revision() {
        return table.view().revision();
    }

    /** Enters restored groups, which must come back within a time. */
    CompletionStage<@Nullable Void> restore(List<RestoredGroup> groups, Duration patience) {
        return run(() -> {
            table.restore(groups, clock.monotonicNanos(), patience);
            warm = !groups.isEmpty();
        });
    }

    /** The published routes in the form of the warm-start copy, which is about as long as the capacity. */
    byte[] copy(int capacity) {
        return WarmCopyFormat.write(table.view(), capacity);
    }

    private boolean isReady(Topic topic) {
        return !isWaiting(settings) || (warm && !topic.isEmpty());
    }

    /** On the path of each query, so without the objects of {@link #withheldFor()}. */
    private boolean isWaiting(RouteSettings current) {
        return !current.serviceWait().isZero()
                && clock.monotonicNanos() - startedNanos < current.serviceWait().toNanos();
    }

    private CompletionStage<@Nullable Void> run(Runnable event) {
        return CompletableFuture.runAsync(
                () -> {
                    table.at(clock.monotonicNanos());
                    event.run();
                },
                writer);
    }

    private <T> CompletionStage<T> apply(Supplier<T> event) {
        return CompletableFuture.supplyAsync(
                () -> {
                    table.at(clock.monotonicNanos());
                    return event.get();
                },
                writer);
    }
}
