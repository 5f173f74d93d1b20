package io.pharos.nameserver.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * News for the members of a broker group: the fields of NOTIFY_MIN_BROKER_ID_CHANGE (905).
 *
 * @param receivers addresses to tell, each once
 * @param minBrokerId the new smallest id
 * @param minBrokerAddress its address
 * @param offlineBrokerAddress address of the broker that left; null when one came
 * @param haBrokerAddress replication address of the broker that came; null when one left
 */
public record MinBrokerIdChange(
        List<String> receivers,
        long minBrokerId,
        String minBrokerAddress,
        @Nullable String offlineBrokerAddress,
        @Nullable String haBrokerAddress) {
    /** Copies the receivers. */
    public MinBrokerIdChange {
        receivers = List.copyOf(receivers);
    }

    /** News of a broker that came, for the others; null when it is not the first of a group that had one. */
    static @Nullable MinBrokerIdChange afterJoin(RegistrationHeader header, @Nullable Group before, Group now) {
        BrokerIdentity identity = header.identity();
        Member first = before == null ? null : before.first();
        if (first == null || !now.isFirst(identity.brokerId()) || first.id() <= identity.brokerId()) {
            return null;
        }
        List<String> receivers = now.members().stream()
                .filter(member -> now.members().size() == 1 || member.id() != identity.brokerId())
                .map(Member::address)
                .toList();
        return new MinBrokerIdChange(
                receivers, identity.brokerId(), identity.address(), null, header.haServerAddress());
    }

    /** News of a broker that left, for those who remain; null when none of them has a role. */
    static @Nullable MinBrokerIdChange afterLeave(Group now, String leaver) {
        Member first = now.first();
        return first == null
                ? null
                : new MinBrokerIdChange(
                        now.members().stream().map(Member::address).toList(),
                        first.id(),
                        first.address(),
                        leaver,
                        null);
    }
}
