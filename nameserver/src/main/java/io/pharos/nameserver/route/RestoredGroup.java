package io.pharos.nameserver.route;

import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A broker group as the warm-start copy holds it.
 *
 * @param cluster name
 * @param brokerName name
 * @param zone null for none
 * @param enableActingMaster as registered
 * @param members all marked as restored
 * @param queues by topic
 * @param mappings static mappings by topic
 */
record RestoredGroup(
        String cluster,
        String brokerName,
        @Nullable String zone,
        boolean enableActingMaster,
        List<Member> members,
        Map<String, QueueData> queues,
        Map<String, QueueMapping> mappings) {
    /** The maps are taken over; the copy keeps zone and acting master once for all members. */
    RestoredGroup {
        members = members.stream()
                .map(member -> new Member(
                        member.id(),
                        member.address(),
                        member.haServerAddress(),
                        member.filterServers(),
                        zone,
                        enableActingMaster,
                        true))
                .toList();
    }
}
