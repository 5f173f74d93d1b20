package io.pharos.protocol.route;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a broker group as an answer shows them. Deeply immutable.
 *
 * @param cluster name
 * @param brokerName name of the group
 * @param addresses broker id (0 is the master) to {@code host:port}
 * @param zoneName zone of the group; null for none
 * @param enableActingMaster whether a slave may act as master
 */
public record BrokerData(
        String cluster,
        String brokerName,
        SortedMap<Long, String> addresses,
        @Nullable String zoneName,
        boolean enableActingMaster) {
    /** Copies the addresses. */
    public BrokerData {
        addresses = Collections.unmodifiableSortedMap(new TreeMap<>((Map<Long, String>) addresses));
    }
}
