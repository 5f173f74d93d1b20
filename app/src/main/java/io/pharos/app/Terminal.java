package io.pharos.app;

/** Remote text made fit for a terminal. */
final class Terminal {
    private Terminal() {}

    /** The text on one line: control characters, which could write anything anywhere, are shown as {@code ?}. */
    static String safe(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
            safe.append(control || c == '\u2028' || c == '\u2029' ? '?' : c);
        }
        return safe.toString();
    }
}
