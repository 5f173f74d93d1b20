package io.pharos.nameserver.route;

/**
 * The likeliest cause for which no broker has a topic.
 *
 * @param cause for programs
 * @param sentence for people; one line without an end mark, bounded in length
 */
record Absence(Cause cause, String sentence) {
    /** What it can be, the surest first. */
    enum Cause {
        IMPOSSIBLE_NAME,
        LEFT,
        NO_BROKER,
        OTHER_SPELLING,
        JUST_STARTED,
        CREATED_BY_USE,
        NO_AUTOMATIC_CREATION,
        BROKER_LEFT,
        NOT_CREATED
    }
}
