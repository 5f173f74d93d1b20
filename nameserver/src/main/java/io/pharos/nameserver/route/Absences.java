package io.pharos.nameserver.route;

import io.pharos.base.Clock;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Names;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says why a topic is not there, from what is known anyway: a handful of look-ups by name for each question, whatever
 * the number of topics and brokers. Thread-safe.
 */
final class Absences {
    /** The topic whose route producers use for topics that brokers create by themselves. Source: its name on the wire. */
    private static final String TEMPLATE = "TBW102";

    private static final String RETRY_PREFIX = "%RETRY%";
    private static final String DEAD_LETTER_PREFIX = "%DLQ%";
    private static final char NAMESPACE_END = '%';

    /** Stock brokers register every 10 to 60 s, by default every 30 s ({@code registerNameServerPeriod}). */
    private static final Duration REGISTERING = Duration.ofSeconds(60);

    private static final Duration RECENTLY = Duration.ofMinutes(10);

    private final RouteView view;
    private final LiveBrokers live;
    private final Clock clock;
    private final long startedNanos;

    /** Created at the start of the name server, whose age it tells from then on. */
    Absences(RouteView view, LiveBrokers live, Clock clock) {
        this.view = view;
        this.live = live;
        this.clock = clock;
        this.startedNanos = clock.monotonicNanos();
    }

    /** The likeliest cause for which nobody has this topic, which may have any name. */
    Absence of(String topic) {
        if (Names.registeredTopicProblem(topic) != null) {
            return new Absence(
                    Absence.Cause.IMPOSSIBLE_NAME,
                    "no topic can have that name: it is blank, too long, or has control characters or slashes");
        }
        long now = clock.monotonicNanos();
        List<Departure> left = view.departures().of(topic);
        if (!left.isEmpty()) {
            return left(left.get(0), now);
        }
        boolean young = now - startedNanos < REGISTERING.toNanos();
        int brokers = live.size();
        if (brokers == 0) {
            return noBroker(young, now);
        }
        String known = otherSpelling(topic);
        if (known != null) {
            return new Absence(
                    Absence.Cause.OTHER_SPELLING,
                    "there is a topic[" + known + "], whose name differs in namespace, case or blanks");
        }
        if (young) {
            return new Absence(
                    Absence.Cause.JUST_STARTED,
                    "this name server started " + shown(now - startedNanos) + " ago and not all brokers may have"
                            + " registered, so far " + brokers + "; by default they do so every 30 s");
        }
        Absence special = special(topic, brokers);
        return special == null ? unknown(brokers, now) : special;
    }

    private static Absence left(Departure last, long now) {
        return new Absence(
                Absence.Cause.LEFT,
                "it left broker[" + last.brokerName() + "] " + shown(now - last.atNanos()) + " ago: "
                        + last.why().clause());
    }

    private Absence noBroker(boolean young, long now) {
        String age = shown(now - startedNanos);
        return new Absence(
                Absence.Cause.NO_BROKER,
                young
                        ? "no broker has registered at this name server, which started " + age
                                + " ago; by default brokers register every 30 s"
                        : "no broker is registered at this name server, which started " + age
                                + " ago; see namesrvAddr and the logs of the brokers");
    }

    /** A topic that may be meant; guesses with one look-up each. */
    private @Nullable String otherSpelling(String topic) {
        String bare = topic.strip();
        String lower = bare.toLowerCase(Locale.ROOT);
        String upper = bare.toUpperCase(Locale.ROOT);
        String capital = upper.substring(0, 1) + bare.substring(1);
        String small = lower.substring(0, 1) + bare.substring(1);
        String unspaced = bare.substring(bare.indexOf(NAMESPACE_END) + 1);
        for (String guess : List.of(bare, lower, upper, capital, small, unspaced)) {
            Topic known = view.topic(guess);
            if (known != null) {
                return known.name();
            }
        }
        return null;
    }

    private @Nullable Absence special(String topic, int brokers) {
        if (topic.startsWith(RETRY_PREFIX)) {
            return new Absence(
                    Absence.Cause.CREATED_BY_USE,
                    "brokers create it when a consumer of group["
                            + Quoted.bounded(topic.substring(RETRY_PREFIX.length()))
                            + "] first connects, and none has");
        }
        if (topic.startsWith(DEAD_LETTER_PREFIX)) {
            return new Absence(
                    Absence.Cause.CREATED_BY_USE,
                    "brokers create it for the first message that consumers of group["
                            + Quoted.bounded(topic.substring(DEAD_LETTER_PREFIX.length()))
                            + "] fail to consume, and there was none");
        }
        return topic.equals(TEMPLATE)
                ? new Absence(
                        Absence.Cause.NO_AUTOMATIC_CREATION,
                        "it stands for topics that brokers create by themselves, and none of the registered ones ("
                                + brokers + ") does (autoCreateTopicEnable); create topics before they are used")
                : null;
    }

    private Absence unknown(int brokers, long now) {
        Departure.Group gone = view.departures().lastGroup();
        if (gone != null && now - gone.atNanos() < RECENTLY.toNanos()) {
            return new Absence(
                    Absence.Cause.BROKER_LEFT,
                    "none of the registered brokers (" + brokers + ") has it; it may have been among the "
                            + gone.topics()
                            + " topics of broker[" + gone.brokerName() + "], which left " + shown(now - gone.atNanos())
                            + " ago: " + gone.why().clause());
        }
        return new Absence(
                Absence.Cause.NOT_CREATED,
                "none of the registered brokers (" + brokers
                        + ") has it: it was not created, or at brokers that register"
                        + " elsewhere"
                        + (view.topic(TEMPLATE) == null
                                ? ""
                                : "; brokers here create topics with their first message"));
    }

    private static String shown(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        if (time.toMinutes() < 2) {
            return time.toSeconds() + " s";
        }
        if (time.toHours() < 2) {
            return time.toMinutes() + " min";
        }
        return time.toDays() < 2 ? time.toHours() + " h" : time.toDays() + " days";
    }
}
