package io.pharos.nameserver.route;

/**
 * A topic left a broker group, and with it the routes.
 *
 * @param topic name
 * @param cluster of the group
 * @param brokerName of the group
 * @param why it left
 * @param atNanos when, by the monotonic clock
 */
record Departure(String topic, String cluster, String brokerName, Leave why, long atNanos) {

    /**
     * The last member of a group left, with all its topics.
     *
     * @param brokerName of the group
     * @param topics number that it had
     * @param why its last member left
     * @param atNanos when, by the monotonic clock
     */
    record Group(String brokerName, int topics, Leave why, long atNanos) {}
}
