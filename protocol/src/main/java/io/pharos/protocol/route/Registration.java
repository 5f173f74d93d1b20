package io.pharos.protocol.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The decoded body of a broker's registration, whatever its form on the wire was. Deeply immutable.
 *
 * @param dataVersion version of the topic table
 * @param topics by name, in wire order
 * @param mappings static-topic mappings by topic
 * @param filterServers addresses; null when the form cannot carry them (before 3.0.11), which leaves the known ones
 */
public record Registration(
        DataVersion dataVersion,
        Map<String, TopicConfig> topics,
        Map<String, QueueMapping> mappings,
        @Nullable List<String> filterServers) {
    /** A registration without a body. */
    public static final Registration EMPTY = new Registration(DataVersion.NONE, Map.of(), Map.of(), null);

    /** Copies the filter list; the maps are taken over and must not be changed by the caller. */
    public Registration {
        filterServers = filterServers == null ? null : List.copyOf(filterServers);
    }
}
