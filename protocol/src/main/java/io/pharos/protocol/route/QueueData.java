package io.pharos.protocol.route;

/**
 * A topic's queues on one broker group, as an answer shows them.
 *
 * @param brokerName name of the group
 * @param readQueues queues to consume from; count
 * @param writeQueues queues to send to; count
 * @param permission bits of {@link Permission}
 * @param sysFlag as in {@link TopicConfig}
 */
public record QueueData(String brokerName, int readQueues, int writeQueues, int permission, int sysFlag) {}
