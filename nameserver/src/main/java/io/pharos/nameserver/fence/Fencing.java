package io.pharos.nameserver.fence;

import io.pharos.nameserver.access.Audit;
import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.route.Group;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.DecisionList;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.remoting.LogLimiter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators ask for about writes, checked against what is registered. Blocks on the disk: not for an event loop.
 * Thread-safe.
 *
 * <p>The stages complete when the decision is on disk and in the routes. A {@link RequestFailed}, thrown, names what is
 * wrong and what to do; then nothing has changed. Each change leaves an audit line.
 */
public final class Fencing {
    private static final Logger LOG = LoggerFactory.getLogger(Fencing.class);

    private final FenceStore store;
    private final Routes routes;
    private final LogLimiter noise;

    /**
     * Decides in a store whose changes the routes hear of.
     *
     * @param noise bounds the log lines of decisions that are not stored
     */
    public Fencing(FenceStore store, Routes routes, LogLimiter noise) {
        this.store = store;
        this.routes = routes;
        this.noise = noise;
    }

    /**
     * Stops writes to a broker (205). A fence without an end that holds already stays as it is, with its reason.
     *
     * @return number of the broker's topics
     */
    public CompletionStage<Integer> stopWrites(String brokerName, Decision.By by) {
        String what = "stop-write";
        FenceKey key = FenceKey.broker(registered(what, brokerName).cluster(), brokerName);
        Decision current = store.get(key);
        if (!store.holds(key) || (current != null && current.expiresAtMillis() != null)) {
            stop(what, key, by, "", null);
        }
        return routes.topicsOn(brokerName);
    }

    /**
     * Allows writes to a broker again (327), which may be away; fences of single topics go on.
     *
     * @return number of the broker's topics
     */
    public CompletionStage<Integer> allowWrites(String brokerName, Decision.By by) {
        String what = "lifting a stop-write";
        List<FenceKey> keys = holding("", "", brokerName);
        if (!keys.isEmpty()) {
            allow(what, keys, by, "");
        } else if (routes.group(brokerName) == null) {
            throw unknownBroker(what, brokerName);
        }
        return routes.topicsOn(brokerName);
    }

    /** Sets a fence in the place of what was decided about its key; see {@link SetFence} for the result. */
    public CompletionStage<Integer> set(SetFence request, Decision.By by) {
        String what = "SET_FENCE";
        String topic = orEmpty(request.topic());
        String brokerName = orEmpty(request.brokerName());
        String cluster = orEmpty(request.cluster());
        if (!brokerName.isEmpty()) {
            Group group = registered(what, brokerName);
            if (!cluster.isEmpty() && !cluster.equals(group.cluster())) {
                throw refused(
                        what,
                        "broker[" + Quoted.bounded(brokerName) + "] is in cluster[" + group.cluster()
                                + "] and not in cluster[" + Quoted.bounded(cluster) + "]");
            }
            cluster = group.cluster();
        }
        FenceKey key = checked(what, new FenceKey(topic, cluster, brokerName));
        if (!key.isBroker() && !routes.has(topic, brokerName)) {
            throw refused(what, key.shown() + " does not exist; see 'topicRoute' for the brokers that have a topic");
        }
        checkText(what, request.reason());
        Long expiry = request.expiresAtMillis();
        if (expiry != null && expiry <= store.nowMillis()) {
            throw refused(
                    what,
                    "expiresAt[" + expiry + "] is not in the future: the clock of this name server says "
                            + store.nowMillis() + " (" + Instant.ofEpochMilli(store.nowMillis()) + ")");
        }
        stop(what, key, by, request.reason(), expiry);
        return affected(key);
    }

    /** Lifts one fence; see {@link SetFence} for the result. */
    public CompletionStage<Integer> lift(LiftFence request, Decision.By by) {
        String what = "LIFT_FENCE";
        String topic = orEmpty(request.topic());
        String brokerName = orEmpty(request.brokerName());
        String cluster = orEmpty(request.cluster());
        String reason = orEmpty(request.reason());
        // Without a cluster any will do, so that one that holds in the name of a broker that is away can be lifted.
        boolean anyCluster = cluster.isEmpty() && !brokerName.isEmpty();
        FenceKey asked = checked(what, new FenceKey(topic, anyCluster ? "any" : cluster, brokerName));
        checkText(what, reason);
        List<FenceKey> keys = holding(topic, cluster, brokerName);
        if (keys.isEmpty()) {
            String shown = anyCluster && topic.isEmpty() ? "broker[" + Quoted.bounded(brokerName) + "]" : asked.shown();
            throw refused(what, "no fence holds on " + shown + "; see LIST_FENCES for those that do");
        }
        allow(what, keys, by, reason);
        return affected(keys.get(0));
    }

    /** The fences that hold. */
    public DecisionList list() {
        return new DecisionList(store.nowMillis(), store.inForce());
    }

    private void stop(String what, FenceKey key, Decision.By by, String reason, @Nullable Long expiresAtMillis) {
        Decision before = store.get(key);
        try {
            audit(before, store.stop(key, by, reason, expiresAtMillis));
        } catch (IOException failure) {
            throw notStored(what + " of " + key.shown(), failure);
        }
    }

    private void allow(String what, List<FenceKey> keys, Decision.By by, String reason) {
        List<@Nullable Decision> before =
                keys.stream().<@Nullable Decision>map(store::get).toList();
        try {
            List<Decision> lifted = store.allow(keys, by, reason);
            for (int i = 0; i < lifted.size(); i++) {
                audit(before.get(i), lifted.get(i));
            }
        } catch (IOException failure) {
            throw notStored(what + " of " + keys.get(0).shown(), failure);
        }
    }

    /** The keys of fences that hold; an empty cluster stands for any when a broker is named. */
    private List<FenceKey> holding(String topic, String cluster, String brokerName) {
        return store.inForce().stream()
                .map(Decision::key)
                .filter(key -> key.topic().equals(topic)
                        && key.brokerName().equals(brokerName)
                        && (cluster.isEmpty() || key.cluster().equals(cluster)))
                .toList();
    }

    private CompletionStage<Integer> affected(FenceKey key) {
        if (key.isBroker()) {
            return routes.topicsOn(key.brokerName());
        }
        return routes.brokersOf(key.topic())
                .thenApply(brokers ->
                        key.isEverywhere() ? brokers : (Integer) (routes.has(key.topic(), key.brokerName()) ? 1 : 0));
    }

    private Group registered(String what, String brokerName) {
        Group group = routes.group(brokerName);
        if (group == null) {
            throw unknownBroker(what, brokerName);
        }
        return group;
    }

    private static FenceKey checked(String what, FenceKey key) {
        String problem = key.problem();
        if (problem != null) {
            throw refused(what, problem);
        }
        return key;
    }

    private static void checkText(String what, String reason) {
        String problem = Decision.textProblem("reason", reason, Decision.MAX_REASON);
        if (problem != null) {
            throw refused(what, problem);
        }
    }

    private static void audit(@Nullable Decision before, Decision after) {
        Audit.changed(
                "fence changed",
                after.key().shown(),
                new Who(after.by().address(), after.by().credential()),
                before == null ? "nothing decided" : before.shown(),
                after.shown());
    }

    /** What the disk said goes to the log alone: it names paths of this machine. */
    private RequestFailed notStored(String what, IOException failure) {
        if (noise.allows()) {
            LOG.error("fence not stored request=[{}]", what, failure);
        }
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                what + " refused: "
                        + (failure instanceof FenceStoreFull full
                                ? full.getMessage()
                                : "it could not be stored, see the log of the name server"));
    }

    private static RequestFailed unknownBroker(String what, String brokerName) {
        return refused(
                what, "broker[" + Quoted.bounded(brokerName) + "] is not registered; see 'clusterList' for the names");
    }

    private static RequestFailed refused(String what, String why) {
        return new RequestFailed(ResponseCode.SYSTEM_ERROR, what + " refused: " + why);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
