package io.pharos.nameserver.route;

import io.pharos.protocol.route.BrokerData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A broker group as published: its members and what holds for all of them. Deeply immutable. */
public final class Group {
    private static final long MASTER = 0;

    private final BrokerData data;
    private final List<Member> members;
    private final boolean fenced;
    private final boolean suspect;

    /**
     * Creates a value. Zone and acting master are what the member with the smallest id registered; one without a role
     * has a say only among its like.
     *
     * @param members in any order, ids and addresses unique
     * @param fenced whether an operator stopped writes to it
     * @param suspect whether its master has fallen silent
     */
    Group(String cluster, String name, List<Member> members, boolean fenced, boolean suspect) {
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparingLong(Member::id));
        this.members = List.copyOf(sorted);
        SortedMap<Long, String> addresses = new TreeMap<>();
        for (Member member : sorted) {
            addresses.put(member.id(), member.address());
        }
        Member leading = leading(this.members);
        this.data = new BrokerData(
                cluster,
                name,
                addresses,
                leading == null ? null : leading.zone(),
                leading != null && leading.enableActingMaster());
        this.fenced = fenced;
        this.suspect = suspect;
    }

    public String cluster() {
        return data.cluster();
    }

    public String name() {
        return data.brokerName();
    }

    /** Members by ascending id. */
    public List<Member> members() {
        return members;
    }

    /** The group as answers show it. */
    public BrokerData data() {
        return data;
    }

    /** Whether an operator stopped writes to it. */
    public boolean fenced() {
        return fenced;
    }

    /** Whether its master has fallen silent. */
    public boolean suspect() {
        return suspect;
    }

    /** Whether none of its members has registered since the start. */
    public boolean restored() {
        return members.stream().allMatch(Member::restored);
    }

    boolean hasMaster() {
        return withId(MASTER) != null;
    }

    /** Whether writes are out because a slave stands in for the master. */
    boolean readOnlyWithoutMaster() {
        return data.enableActingMaster() && !hasMaster();
    }

    @Nullable
    Member withId(long id) {
        for (Member member : members) {
            if (member.id() == id) {
                return member;
            }
        }
        return null;
    }

    /** The member with the smallest id; ids below 0, which stand for "no role yet", don't count. */
    @Nullable
    Member first() {
        Member leading = leading(members);
        return leading == null || leading.id() < MASTER ? null : leading;
    }

    private static @Nullable Member leading(List<Member> sorted) {
        for (Member member : sorted) {
            if (member.id() >= MASTER) {
                return member;
            }
        }
        return sorted.isEmpty() ? null : sorted.get(0);
    }

    /** Whether the smallest id is this one. */
    boolean isFirst(long id) {
        Member first = first();
        return first != null && first.id() == id;
    }

    boolean hasFilterServers() {
        return members.stream().anyMatch(member -> !member.filterServers().isEmpty());
    }

    Group withFence(boolean value) {
        return new Group(cluster(), name(), members, value, suspect);
    }

    Group withSuspicion(boolean value) {
        return new Group(cluster(), name(), members, fenced, value);
    }

    Group withoutMember(String address) {
        List<Member> rest = new ArrayList<>(members);
        rest.removeIf(member -> member.address().equals(address));
        Member master = withId(MASTER);
        return new Group(
                cluster(),
                name(),
                rest,
                fenced,
                suspect && master != null && !master.address().equals(address));
    }

    boolean sameAs(Group other) {
        return data.equals(other.data)
                && members.equals(other.members)
                && fenced == other.fenced
                && suspect == other.suspect;
    }
}
