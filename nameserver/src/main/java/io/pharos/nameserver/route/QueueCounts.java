package io.pharos.nameserver.route;

/**
 * Message queues over all topics and broker groups, as registered.
 *
 * @param revision of the routes at which they were counted
 * @param read queues that consumers read
 * @param write queues that producers write
 */
public record QueueCounts(long revision, long read, long write) {
    static QueueCounts of(RouteView view) {
        long revision = view.revision();
        long read = 0;
        long write = 0;
        for (Topic topic : view.topics()) {
            for (int i = 0; i < topic.size(); i++) {
                read += topic.queue(i).readQueues();
                write += topic.queue(i).writeQueues();
            }
        }
        return new QueueCounts(revision, read, write);
    }
}
