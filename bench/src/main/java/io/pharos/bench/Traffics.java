package io.pharos.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of traffic that are measured. Each instance is owned by one thread. */
final class Traffics {
    private Traffics() {}

    private static void mustBeSuccess(int code) throws IOException {
        if (code != 0) {
            throw new IOException("answered with code " + code);
        }
    }

    /** Route queries spread over the topics; each answer must name every broker and stay the same, byte for byte. */
    static final class Routes implements Generator.Traffic {
        private final Landscape landscape;
        private final Frame[] queries;
        private final byte[][] answers;
        private final boolean steady;

        /** @param steady whether nothing changes meanwhile, so that an answer must equal the first one */
        Routes(Landscape landscape, boolean steady) {
            this.landscape = landscape;
            this.steady = steady;
            queries = new Frame[landscape.asked()];
            answers = new byte[queries.length][];
            for (int i = 0; i < queries.length; i++) {
                queries[i] = landscape.routeQuery(landscape.askedTopic(i));
            }
        }

        @Override
        public Frame next(Link link, int opaque) {
            return queries[opaque % queries.length];
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            mustBeSuccess(code);
            byte[] first = answers[opaque % queries.length];
            if (first != null && (first.length == length || !steady)) {
                if (steady && Arrays.mismatch(first, 0, length, bytes, at, at + length) >= 0) {
                    throw new IOException("the route of a topic changed though nothing was registered");
                }
                return;
            }
            byte[] answer = Arrays.copyOfRange(bytes, at, at + length);
            int queues = new String(answer, StandardCharsets.UTF_8).split("\"perm\":6", -1).length - 1;
            if (first != null || queues != landscape.brokers()) {
                throw new IOException("a route with " + queues + " brokers instead of " + landscape.brokers());
            }
            answers[opaque % queries.length] = answer;
        }
    }

    /** Route queries that name the revision of the answer they had; a server without revisions answers each in full. */
    static final class Polls implements Generator.Traffic {
        private static final byte[] REVISION = "\"revision\":\"".getBytes(StandardCharsets.US_ASCII);
        private static final int UNCHANGED = 31_090;
        private static final int MAX_HEADER = 400;

        private final Landscape landscape;
        private final Frame[] polls;
        private final boolean[] named;

        Polls(Landscape landscape) {
            this.landscape = landscape;
            polls = new Frame[landscape.asked()];
            named = new boolean[polls.length];
            for (int i = 0; i < polls.length; i++) {
                polls[i] = landscape.routeQuery(landscape.askedTopic(i));
            }
        }

        @Override
        public Frame next(Link link, int opaque) {
            return polls[opaque % polls.length];
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            int which = opaque % polls.length;
            if (code == UNCHANGED && named[which] && length == 0) {
                return;
            }
            mustBeSuccess(code);
            String revision = revision(bytes, at);
            if (revision != null) {
                // The queries that were under way are still answered in full.
                polls[which] = landscape.poll(landscape.askedTopic(which), revision);
                named[which] = true;
            }
        }

        private static @Nullable String revision(byte[] bytes, int bodyAt) {
            for (int at = Math.max(0, bodyAt - MAX_HEADER); at + REVISION.length < bodyAt; at++) {
                if (Arrays.equals(bytes, at, at + REVISION.length, REVISION, 0, REVISION.length)) {
                    int end = at + REVISION.length;
                    while (bytes[end] != '"') {
                        end++;
                    }
                    return new String(
                            bytes, at + REVISION.length, end - at - REVISION.length, StandardCharsets.US_ASCII);
                }
            }
            return null;
        }
    }

    /** Every topic once. */
    static final class EveryTopic implements Generator.Traffic {
        private final Landscape landscape;
        private int next;

        EveryTopic(Landscape landscape) {
            this.landscape = landscape;
        }

        @Override
        public Frame next(Link link, int opaque) {
            return landscape.routeQuery(next++ % landscape.topics());
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            mustBeSuccess(code);
        }
    }

    /** Heartbeats of the broker that belongs to the connection. */
    static final class Heartbeats implements Generator.Traffic {
        private final List<Frame> frames = new ArrayList<>();

        Heartbeats(Landscape landscape) {
            for (int i = 0; i < landscape.brokers(); i++) {
                frames.add(landscape.heartbeat(i));
            }
        }

        @Override
        public Frame next(Link link, int opaque) {
            return frames.get(link.index());
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            mustBeSuccess(code);
        }
    }

    /** How a broker's registrations follow each other. */
    enum Sequence {
        /** The same bytes each time. */
        SAME_BYTES,
        /** Nothing but the mapping version's time moves, as a stock 5.x broker does. */
        SAME_TOPICS,
        /** One topic's queues and the version move. */
        ONE_CHANGED,
        /** The same bytes, deflated. */
        DEFLATED
    }

    /** Registrations of the broker that belongs to the connection. */
    static final class Registrations implements Generator.Traffic {
        private final Landscape landscape;
        private final Sequence sequence;
        private final List<PlainBody> bodies;
        private final List<Frame> prepared = new ArrayList<>();
        private int lastTopic;

        Registrations(Landscape landscape, List<PlainBody> bodies, Sequence sequence) {
            this.landscape = landscape;
            this.bodies = bodies;
            this.sequence = sequence;
            for (int i = 0; i < landscape.brokers(); i++) {
                if (sequence == Sequence.SAME_BYTES) {
                    prepared.add(landscape.registration(i, bodies.get(i).bytes(), false));
                } else if (sequence == Sequence.DEFLATED) {
                    prepared.add(landscape.registration(i, landscape.deflatedBody(i), true));
                }
            }
        }

        @Override
        public Frame next(Link link, int opaque) {
            if (!prepared.isEmpty()) {
                return prepared.get(link.index());
            }
            PlainBody body = bodies.get(link.index());
            if (sequence == Sequence.ONE_CHANGED) {
                lastTopic = body.change();
            } else {
                body.touch();
            }
            return landscape.registration(link.index(), body.bytes(), false);
        }

        /** The topic that the last registration changed. */
        int lastTopic() {
            return lastTopic;
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            mustBeSuccess(code);
        }
    }

    /** Asks for one topic and checks each broker's number of read queues in the answer. */
    static final class QueuesOf implements Generator.Traffic {
        private final Landscape landscape;
        private final List<PlainBody> bodies;
        private final int topic;

        QueuesOf(Landscape landscape, List<PlainBody> bodies, int topic) {
            this.landscape = landscape;
            this.bodies = bodies;
            this.topic = topic;
        }

        @Override
        public Frame next(Link link, int opaque) {
            return landscape.routeQuery(topic);
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            mustBeSuccess(code);
            String answer = new String(bytes, at, length, StandardCharsets.UTF_8);
            for (int i = 0; i < landscape.brokers(); i++) {
                String name = "\"brokerName\":\"" + landscape.broker(i) + "\"";
                String wanted = "\"readQueueNums\":" + bodies.get(i).readQueues(topic) + ",";
                boolean found = Arrays.stream(answer.split("\\{", -1))
                        .anyMatch(object -> object.contains(name) && object.contains(wanted));
                if (!found) {
                    throw new IOException("the route of " + landscape.topic(topic) + " lacks " + name + " " + wanted);
                }
            }
        }
    }

    /** Any small frame, for the bare echo server. */
    static final class Echoes implements Generator.Traffic {
        private final Frame frame = Frame.of(105, "\"topic\":\"trade-order_created_00000\"", new byte[0]);

        @Override
        public Frame next(Link link, int opaque) {
            return frame;
        }

        @Override
        public void check(int code, int opaque, byte[] bytes, int at, int length) throws IOException {
            if (code != 105) {
                throw new IOException("the echo differs");
            }
        }
    }
}
