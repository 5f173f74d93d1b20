package io.pharos.nameserver.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A topic that somebody watches. Thread-safe. */
final class WatchedTopic {
    private final String name;
    private final List<Subscription> subscriptions = new ArrayList<>(1);
    private final AtomicBoolean changed = new AtomicBoolean();

    WatchedTopic(String name) {
        this.name = name;
    }

    /** The one String object that stands for the name everywhere. */
    String name() {
        return name;
    }

    synchronized void add(Subscription subscription) {
        subscription.slot = subscriptions.size();
        subscriptions.add(subscription);
    }

    /** Whether nobody watches it any more. */
    synchronized boolean remove(Subscription subscription) {
        int slot = subscription.slot;
        if (slot >= 0) {
            Subscription last = subscriptions.remove(subscriptions.size() - 1);
            if (last != subscription) {
                subscriptions.set(slot, last);
                last.slot = slot;
            }
            subscription.slot = -1;
        }
        return subscriptions.isEmpty();
    }

    synchronized List<Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    /** Notes a change; false when one was noted already. */
    boolean noteChange() {
        return changed.compareAndSet(false, true);
    }

    /** What is noted from now on is another change. */
    void forgetChange() {
        changed.set(false);
    }
}
