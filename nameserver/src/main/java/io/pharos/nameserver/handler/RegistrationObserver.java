package io.pharos.nameserver.handler;

/** Told what came of each registration. Called on event loops and workers: thread-safe, never blocks. */
@FunctionalInterface
public interface RegistrationObserver {
    /**
     * One more.
     *
     * @param bodyBytes of the registration's body as received
     */
    void registered(Outcome outcome, int bodyBytes);

    /** What came of a registration. */
    enum Outcome {
        /** It says what the broker's last one said: its deadline moved and nothing else. */
        UNCHANGED,
        /** It was read and applied. */
        CHANGED,
        /** Nothing of it was applied. */
        REFUSED
    }
}
