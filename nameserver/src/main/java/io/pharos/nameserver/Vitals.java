package io.pharos.nameserver;

import io.pharos.nameserver.http.Check;
import io.pharos.nameserver.route.Routes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a name server works and whether it should be asked, for those who probe it. Thread-safe. */
final class Vitals {
    private volatile State state = new State(Phase.STARTING, null, List.of());

    /** It answers requests from now on. */
    void serving(Routes routes, List<Pulse> pulses) {
        state = new State(Phase.SERVING, routes, List.copyOf(pulses));
    }

    /** It is about to end; nobody new should come. */
    void stopping() {
        state = new State(Phase.STOPPING, null, List.of());
    }

    /** Whether its threads get to work. A server that starts or stops is not to be restarted for it: that is good. */
    Check.Verdict health() {
        State current = state;
        for (Pulse pulse : current.pulses()) {
            String problem = pulse.problem();
            // While it stops, one thread after the other ends.
            if (problem != null && state.phase() == Phase.SERVING) {
                return Check.Verdict.bad(problem);
            }
        }
        return Check.Verdict.good(current.phase() == Phase.SERVING ? "ok" : current.phase().sentence);
    }

    /** Whether clients and brokers should be sent here. */
    Check.Verdict readiness() {
        State current = state;
        Routes routes = current.routes();
        if (routes == null) {
            return Check.Verdict.bad(current.phase().sentence);
        }
        Duration withheld = routes.withheldFor();
        return withheld.isZero()
                ? Check.Verdict.good("ready")
                : Check.Verdict.bad("route queries are not answered for another "
                        + withheld.plusMillis(999).toSeconds()
                        + " s, but for topics known from before the start: needWaitForService is true");
    }

    private enum Phase {
        STARTING("starting: files are read, nothing is answered yet"),
        SERVING("serving"),
        STOPPING("stopping: what was accepted is finished, nothing more is taken");

        private final String sentence;

        Phase(String sentence) {
            this.sentence = sentence;
        }
    }

    /**
     * What probes are answered from.
     *
     * @param routes null unless it serves
     */
    private record State(Phase phase, @Nullable Routes routes, List<Pulse> pulses) {}
}
