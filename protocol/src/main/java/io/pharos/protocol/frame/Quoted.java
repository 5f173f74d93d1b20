package io.pharos.protocol.frame;

/** Remote text made fit for a log line or a remark: bounded in length, control characters shown as {@code ?}. */
public final class Quoted {
    private static final int MAX_CHARS = 120;

    private Quoted() {}

    /** The text, cut to 120 characters, without control characters. */
    public static String bounded(String text) {
        int length = Math.min(text.length(), MAX_CHARS);
        StringBuilder safe = new StringBuilder(length + 3);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            safe.append(Character.isISOControl(c) ? '?' : c);
        }
        return text.length() > MAX_CHARS ? safe.append("...").toString() : safe.toString();
    }
}
