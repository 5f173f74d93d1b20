package io.pharos.nameserver.route;

/** What takes the right to write away from what a broker group registered. */
enum WriteStop {
    BROKER_FENCE("a fence of the broker"),
    TOPIC_FENCE("a fence of the topic"),
    TOPIC_ON_BROKER_FENCE("a fence of the topic on the broker"),
    SUSPECT("a silent master"),
    NO_MASTER("no master, a slave may stand in");

    private final String clause;

    WriteStop(String clause) {
        this.clause = clause;
    }

    /** For a sentence. */
    String clause() {
        return clause;
    }
}
