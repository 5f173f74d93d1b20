package io.pharos.nameserver.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One broker of a group, as published. Deeply immutable.
 *
 * @param id 0 is the master
 * @param address {@code host:port}
 * @param haServerAddress of its replication port; may be empty
 * @param filterServers usually empty
 * @param zone that it registered; null for none
 * @param enableActingMaster that it registered; false before 5.0
 * @param restored known from the warm-start copy only: it has not registered since the start
 */
public record Member(
        long id,
        String address,
        String haServerAddress,
        List<String> filterServers,
        @Nullable String zone,
        boolean enableActingMaster,
        boolean restored) {
    /** Copies the filter servers. */
    public Member {
        filterServers = List.copyOf(filterServers);
    }
}
