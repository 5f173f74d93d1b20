package io.pharos.protocol.route;

import io.pharos.protocol.frame.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * The rules for names and addresses. Each method gives the reason why a text is refused, with the rule and the text
 * made fit for a remark, or null when it is fine.
 *
 * <p>Source for topics: the original's {@code TopicValidator}. The original has no rule for the names of brokers and
 * clusters, which default to the host's name, so theirs keep out only what no listing, log line or path can carry.
 */
public final class Names {
    private static final int MAX_NAME = 127;
    private static final int MAX_DERIVED_TOPIC = 255;
    private static final int MAX_PORT = 65_535;

    private Names() {}

    /**
     * Reason against a topic that people or clients name: letters, digits and {@code %|_-}, 1 to 127 of them, or to
     * 255 with the prefix of a retry or dead-letter topic.
     */
    public static @Nullable String topicProblem(String topic) {
        int max = topic.startsWith("%RETRY%") || topic.startsWith("%DLQ%") ? MAX_DERIVED_TOPIC : MAX_NAME;
        if (topic.isEmpty() || topic.length() > max) {
            return lengthProblem("topic", topic, max);
        }
        for (int i = 0; i < topic.length(); i++) {
            if (!isTopicChar(topic.charAt(i))) {
                return "topic " + quoted(topic) + " may only have the characters a-z A-Z 0-9 % | _ -";
            }
        }
        return null;
    }

    /**
     * Reason against a topic that a broker announces, in its table (103) or apart from it (217). Brokers make topics
     * named after themselves and their cluster, alone or with a prefix or suffix, and retry topics with a {@code +} in
     * them, without applying the rule for topics: a host name with dots is such a topic. One that is refused would keep
     * the whole broker out.
     */
    public static @Nullable String registeredTopicProblem(String topic) {
        return nameProblem("topic", topic, MAX_DERIVED_TOPIC);
    }

    /** Reason against a broker's name: blank, over 127 characters, control characters, path separators. */
    public static @Nullable String brokerNameProblem(String brokerName) {
        return nameProblem("brokerName", brokerName, MAX_NAME);
    }

    /** Reason against a cluster's name: blank, over 127 characters, control characters, path separators. */
    public static @Nullable String clusterNameProblem(String clusterName) {
        return nameProblem("clusterName", clusterName, MAX_NAME);
    }

    /**
     * Reason against an address: it is {@code host:port}, where the last colon separates (an IPv6 host may come with
     * or without brackets), the host has no blanks or control characters and the port is 1 to 65535.
     */
    public static @Nullable String addressProblem(String address) {
        int colon = address.lastIndexOf(':');
        if (colon <= 0) {
            return "address " + quoted(address) + " must be host:port";
        }
        if (colon > MAX_DERIVED_TOPIC) {
            return "address " + quoted(address) + " must have a host of at most " + MAX_DERIVED_TOPIC + " characters";
        }
        for (int i = 0; i < colon; i++) {
            char c = address.charAt(i);
            if (isUnprintable(c) || Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                return "address " + quoted(address) + " must have a host without blanks and control characters";
            }
        }
        return isPort(address, colon + 1)
                ? null
                : "address " + quoted(address) + " must end in a port from 1 to " + MAX_PORT;
    }

    private static @Nullable String nameProblem(String what, String name, int max) {
        if (name.length() > max) {
            return lengthProblem(what, name, max);
        }
        if (name.isBlank()) {
            return what + " " + quoted(name) + " must not be blank";
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '/' || c == '\\' || (isUnusual(c) && isUnprintable(c))) {
                return what + " " + quoted(name) + " must not have control characters or path separators";
            }
        }
        return null;
    }

    private static String lengthProblem(String what, String name, int max) {
        return what + " " + quoted(name) + " must have 1 to " + max + " characters, not " + name.length();
    }

    private static String quoted(String text) {
        return "[" + Quoted.bounded(text) + "]";
    }

    private static boolean isTopicChar(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '%'
                || c == '|'
                || c == '_'
                || c == '-';
    }

    /** Tells nearly all characters of nearly all names apart from those worth a closer look. */
    private static boolean isUnusual(char c) {
        return c < ' ' || c > '~';
    }

    /** Line and paragraph separators break a log line as control characters do. */
    private static boolean isUnprintable(char c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }

    private static boolean isPort(String address, int from) {
        int port = 0;
        for (int i = from; i < address.length(); i++) {
            char c = address.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + (c - '0');
            if (port > MAX_PORT) {
                return false;
            }
        }
        return port > 0;
    }
}
