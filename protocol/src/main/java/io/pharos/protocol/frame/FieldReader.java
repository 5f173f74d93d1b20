package io.pharos.protocol.frame;

import org.jspecify.annotations.Nullable;

/**
 * Typed reading of header fields. A mandatory field that is missing or does not parse is refused by name with
 * {@link ResponseCode#SYSTEM_ERROR}.
 */
public final class FieldReader {
    private final String request;
    private final ExtFields ext;

    /**
     * Creates a reader.
     *
     * @param request name for refusals
     * @param ext the fields
     */
    public FieldReader(String request, ExtFields ext) {
        this.request = request;
        this.ext = ext;
    }

    /** A mandatory text that is not blank. */
    public String text(String name) {
        String value = ext.get(name);
        if (value == null || value.isBlank()) {
            throw refused(name, value, "it is mandatory");
        }
        return value;
    }

    /** A mandatory text that may be empty. */
    public String presentText(String name) {
        String value = ext.get(name);
        if (value == null) {
            throw refused(name, null, "it is mandatory, but may be empty");
        }
        return value;
    }

    /** An optional text; null when absent. */
    public @Nullable String optionalText(String name) {
        return ext.get(name);
    }

    /** A mandatory whole number within a range, both ends included. */
    public long number(String name, long min, long max) {
        return parse(name, text(name), min, max);
    }

    /** An optional whole number within a range; null when absent or empty. */
    public @Nullable Long optionalNumber(String name, long min, long max) {
        String value = ext.get(name);
        return value == null || value.isEmpty() ? null : (Long) parse(name, value, min, max);
    }

    /** An optional whole number of any size a long holds; the default when absent or empty. */
    public long numberOr(String name, long absent) {
        Long number = optionalNumber(name, Long.MIN_VALUE, Long.MAX_VALUE);
        return number == null ? absent : number;
    }

    /** An optional whole number of any size an int holds; the default when absent or empty. */
    public int intOr(String name, int absent) {
        Long number = optionalNumber(name, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return number == null ? absent : number.intValue();
    }

    /** True for the text {@code true} in any case; false for anything else or nothing, as the original reads it. */
    public boolean flag(String name) {
        return "true".equalsIgnoreCase(ext.get(name));
    }

    /** As {@link #flag}, but null when absent. */
    public @Nullable Boolean optionalFlag(String name) {
        return has(name) ? (Boolean) flag(name) : null;
    }

    /** Whether the field is there at all. */
    public boolean has(String name) {
        return ext.get(name) != null;
    }

    private long parse(String name, String value, long min, long max) {
        long number;
        try {
            number = Long.parseLong(value.trim());
        } catch (NumberFormatException notANumber) {
            throw refused(name, value, "it must be a whole number from " + min + " to " + max);
        }
        if (number < min || number > max) {
            throw refused(name, value, "it must be from " + min + " to " + max);
        }
        return number;
    }

    private RequestFailed refused(String name, @Nullable String value, String rule) {
        String found = value == null ? "missing" : "[" + Quoted.bounded(value) + "]";
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR, request + ": header field " + name + " is " + found + "; " + rule);
    }
}
