package io.pharos.client.route;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which name server to try next. In a round each is tried once; one that cannot be watched but answers is what remains
 * when the round found nothing better. Not thread-safe.
 */
final class NameServers {
    private final List<String> addresses;
    private final Set<String> tried = new HashSet<>();
    private int at;
    private @Nullable String unwatchable;

    NameServers(List<String> addresses, int first) {
        this.addresses = addresses;
        this.at = first;
    }

    /** The one to try. */
    String current() {
        return addresses.get(at);
    }

    /** It can be watched: the next round begins with the others. */
    void works() {
        nextRound();
    }

    /** It is not there. */
    void failed(String address) {
        leave(address);
    }

    /** It is there, but cannot be watched. */
    void cannotBeWatched(String address) {
        if (unwatchable == null) {
            unwatchable = address;
        }
        leave(address);
    }

    boolean roundIsOver() {
        return tried.containsAll(addresses);
    }

    /** One that answers though it cannot be watched; null when this round found none. */
    @Nullable
    String unwatchable() {
        return unwatchable;
    }

    void nextRound() {
        tried.clear();
        unwatchable = null;
    }

    private void leave(String address) {
        tried.add(address);
        int next = (at + 1) % addresses.size();
        while (tried.contains(addresses.get(next)) && next != at) {
            next = (next + 1) % addresses.size();
        }
        at = next == at ? (at + 1) % addresses.size() : next;
    }
}
