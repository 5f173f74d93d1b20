package io.pharos.nameserver.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** The lists that operators ask for, from the published state. Sorted, so that equal states give equal answers. */
final class TopicLists {
    private static final int UNIT = 1;
    private static final int UNIT_SUBSCRIBED = 2;

    private final RouteView view;

    TopicLists(RouteView view) {
        this.view = view;
    }

    List<String> all() {
        return view.topics().stream().map(Topic::name).sorted().toList();
    }

    List<String> ofCluster(String cluster) {
        List<String> names = new ArrayList<>();
        for (Topic topic : view.topics()) {
            for (int i = 0; i < topic.size(); i++) {
                if (topic.group(i).cluster().equals(cluster)) {
                    names.add(topic.name());
                    break;
                }
            }
        }
        names.sort(null);
        return names;
    }

    SystemTopics system() {
        Set<String> names = new TreeSet<>();
        String address = null;
        String owner = null;
        for (Group group : view.groups()) {
            names.add(group.cluster());
            names.add(group.name());
            if (owner == null || group.name().compareTo(owner) < 0) {
                owner = group.name();
                address = group.members().get(0).address();
            }
        }
        return new SystemTopics(List.copyOf(names), address);
    }

    List<String> unit(UnitFilter filter) {
        return view.topics().stream()
                .filter(topic -> switch (filter) {
                    case UNIT -> any(topic, flag -> (flag & UNIT) != 0);
                    case SUBSCRIBED -> any(topic, flag -> (flag & UNIT_SUBSCRIBED) != 0);
                    case SUBSCRIBED_NOT_UNIT ->
                        any(topic, flag -> (flag & UNIT_SUBSCRIBED) != 0) && !any(topic, flag -> (flag & UNIT) != 0);
                })
                .map(Topic::name)
                .sorted()
                .toList();
    }

    private static boolean any(Topic topic, IntPredicate flags) {
        for (int i = 0; i < topic.size(); i++) {
            if (flags.test(topic.queue(i).sysFlag())) {
                return true;
            }
        }
        return false;
    }
}
