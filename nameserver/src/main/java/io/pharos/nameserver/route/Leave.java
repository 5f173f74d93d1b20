package io.pharos.nameserver.route;

/** Why a broker or a topic of it is not in the routes any more. */
enum Leave {
    DELETED("deleted", "an operator deleted it at the name server"),
    UNANNOUNCED("unannounced", "the broker stopped announcing it"),
    UNREGISTERED("unregistered", "the broker said farewell"),
    CONNECTION_CLOSED("connection closed", "the broker's connection closed"),
    CONNECTION_LOST("connection lost", "the broker's host, or the way to it, was lost"),
    SILENT("silent", "the broker fell silent"),
    NOT_BACK("did not come back", "the broker did not come back after the name server's restart"),
    OTHER_CLUSTER("came back in another cluster", "the broker came back in another cluster"),
    OTHER_NAME("came back under another broker name", "the broker came back under another name");

    private final String shown;
    private final String clause;

    Leave(String shown, String clause) {
        this.shown = shown;
        this.clause = clause;
    }

    /** For logs. */
    String shown() {
        return shown;
    }

    /** For a sentence. */
    String clause() {
        return clause;
    }

    /** Whether the whole broker left and not one topic. */
    boolean ofBroker() {
        return this != DELETED && this != UNANNOUNCED;
    }
}
