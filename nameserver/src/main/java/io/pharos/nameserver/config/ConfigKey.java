package io.pharos.nameserver.config;

import java.util.List;
import java.util.Locale;

/**
 * The declaration of one key: what it is called, what it may be and what it does. Immutable; equality is identity.
 *
 * @param <T> Boolean, Long or String
 */
public final class ConfigKey<T> {
    private final String name;
    private final Class<T> type;
    private final T defaultValue;
    private final long min;
    private final long max;
    private final List<String> choices;
    private final Use use;
    private final String sentence;

    private ConfigKey(
            String name,
            Class<T> type,
            T defaultValue,
            long min,
            long max,
            List<String> choices,
            Use use,
            String sentence) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
        this.choices = choices;
        this.use = use;
        this.sentence = sentence;
    }

    static ConfigKey<Boolean> flag(String name, boolean defaultValue, Use use, String sentence) {
        return new ConfigKey<>(name, Boolean.class, defaultValue, 0, 0, List.of(), use, sentence);
    }

    static ConfigKey<Long> number(String name, long defaultValue, long min, long max, Use use, String sentence) {
        return new ConfigKey<>(name, Long.class, defaultValue, min, max, List.of(), use, sentence);
    }

    static ConfigKey<String> text(String name, String defaultValue, Use use, String sentence) {
        return new ConfigKey<>(name, String.class, defaultValue, 0, 0, List.of(), use, sentence);
    }

    static ConfigKey<String> choice(String name, String defaultValue, List<String> choices, Use use, String sentence) {
        return new ConfigKey<>(name, String.class, defaultValue, 0, 0, List.copyOf(choices), use, sentence);
    }

    /** As written in files. */
    public String name() {
        return name;
    }

    /** The value without any setting; an empty text stands for none. */
    public T defaultValue() {
        return defaultValue;
    }

    /** Whether and when a setting has an effect. */
    public Use use() {
        return use;
    }

    /** What the key does, in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** What a value may be, for refusals and reference pages. */
    public String range() {
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Long.class) {
            return "a whole number from " + min + " to " + max;
        }
        return choices.isEmpty() ? "a text" : "one of " + String.join(", ", choices);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException when it is not in {@link #range()}; the message says so
     */
    T parse(String text) {
        String trimmed = text.trim();
        if (type == Boolean.class) {
            String lower = trimmed.toLowerCase(Locale.ROOT);
            if (!lower.equals("true") && !lower.equals("false")) {
                throw new IllegalArgumentException("it must be " + range());
            }
            return type.cast(Boolean.valueOf(lower));
        }
        if (type == Long.class) {
            return type.cast(parseNumber(trimmed));
        }
        if (!choices.isEmpty() && !choices.contains(trimmed)) {
            throw new IllegalArgumentException("it must be " + range());
        }
        return type.cast(trimmed);
    }

    T cast(Object value) {
        return type.cast(value);
    }

    private Long parseNumber(String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("it must be " + range(), notANumber);
        }
        throw new IllegalArgumentException("it must be " + range());
    }

    @Override
    public String toString() {
        return name;
    }

    /** Whether and when a setting has an effect. */
    public enum Use {
        /** At once when it is updated over the network, and from the file at the next start. */
        LIVE,
        /** At the next start. */
        START,
        /** At the next start; an update over the network is refused as black-listed, because it names a place. */
        PLACE,
        /** Never: the original has it, this server has no need of it, and accepts and shows it. */
        NONE,
        /** Never: as {@link #NONE}, but of the original's outgoing client, which it does not show either. */
        HIDDEN
    }
}
