package io.pharos.protocol.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The extension fields of a header: a few names with text values, in the order of the wire. Immutable.
 *
 * <p>A name that occurs twice has its last value, as in the original. Look-ups walk the fields: headers have a handful
 * of them, for which that beats hashing.
 */
public final class ExtFields {
    /** No fields. */
    public static final ExtFields EMPTY = new ExtFields(new String[0]);

    private final String[] namesAndValues;

    private ExtFields(String[] namesAndValues) {
        this.namesAndValues = namesAndValues;
    }

    /** One field. */
    public static ExtFields of(String name, String value) {
        return new ExtFields(new String[] {name, value});
    }

    /** A builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** The value of a field, or null when it is absent. */
    public @Nullable String get(String name) {
        for (int i = namesAndValues.length - 2; i >= 0; i -= 2) {
            if (namesAndValues[i].equals(name)) {
                return namesAndValues[i + 1];
            }
        }
        return null;
    }

    /** The number of fields, repeated names counted each time. */
    public int size() {
        return namesAndValues.length / 2;
    }

    public boolean isEmpty() {
        return namesAndValues.length == 0;
    }

    /** Gives each name and value in wire order. */
    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            action.accept(namesAndValues[i], namesAndValues[i + 1]);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExtFields that && Arrays.equals(namesAndValues, that.namesAndValues);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(namesAndValues);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach((name, value) -> text.append(text.length() > 1 ? ", " : "")
                .append(name)
                .append('=')
                .append(value));
        return text.append('}').toString();
    }

    /** Collects fields. Not thread-safe. */
    public static final class Builder {
        private final List<String> namesAndValues = new ArrayList<>(8);

        private Builder() {}

        /** Adds a field; a null value leaves it out, as the original does. */
        public Builder put(String name, @Nullable Object value) {
            if (value != null) {
                namesAndValues.add(name);
                namesAndValues.add(value.toString());
            }
            return this;
        }

        public ExtFields build() {
            return namesAndValues.isEmpty() ? EMPTY : new ExtFields(namesAndValues.toArray(new String[0]));
        }
    }
}
