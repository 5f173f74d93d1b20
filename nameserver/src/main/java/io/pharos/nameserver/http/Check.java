package io.pharos.nameserver.http;

/** A question about the process that is asked by probes. Thread-safe; answers within a few seconds. */
@FunctionalInterface
public interface Check {
    /** How it stands now. */
    Verdict look();

    /**
     * The answer.
     *
     * @param good whether all is well
     * @param sentence a word when it is, else the reason in a sentence; without a line end
     */
    record Verdict(boolean good, String sentence) {
        /** All is well. */
        public static Verdict good(String word) {
            return new Verdict(true, word);
        }

        /** Something is not. */
        public static Verdict bad(String reason) {
            return new Verdict(false, reason);
        }
    }
}
