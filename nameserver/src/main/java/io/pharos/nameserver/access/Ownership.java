package io.pharos.nameserver.access;

import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose a broker's name is: that of the credentials that the file names for it, else that of the credential that it was
 * registered with first, until the server stops or the credential is taken out of the file. Names that no credential
 * claimed are anybody's, as in the original. Thread-safe.
 */
public final class Ownership {
    private static final int MOST_CLAIMS = 100_000;

    private final Supplier<Credentials> credentials;
    private final Map<String, String> claims = new ConcurrentHashMap<>();
    private final LongAdder refusals = new LongAdder();

    /** Nobody owns anything yet, but for what the credentials say. */
    public Ownership(Supplier<Credentials> credentials) {
        this.credentials = credentials;
    }

    /**
     * A broker of this name registers. With a credential the name is its own from now on.
     *
     * @param what is asked, for the refusal
     * @param credential that signed it; null for none
     * @throws RequestFailed when the name is another's
     */
    public void claim(String what, String brokerName, @Nullable String credential) {
        String owner = owner(brokerName, credential);
        if (owner == null && credential != null && claims.size() < MOST_CLAIMS) {
            owner = claims.putIfAbsent(brokerName, credential);
        }
        refuseOthers(what, brokerName, credential, owner);
    }

    /**
     * Something is said of a broker of this name.
     *
     * @throws RequestFailed when the name is another's
     */
    public void check(String what, String brokerName, @Nullable String credential) {
        refuseOthers(what, brokerName, credential, owner(brokerName, credential));
    }

    /** Requests that were refused because the name is another's. */
    public long refusals() {
        return refusals.sum();
    }

    /** The owner; the asker itself where it is one of several. */
    private @Nullable String owner(String brokerName, @Nullable String asker) {
        Credentials now = credentials.get();
        Set<String> named = now.ownersOf(brokerName);
        if (!named.isEmpty()) {
            return asker != null && named.contains(asker)
                    ? asker
                    : named.iterator().next();
        }
        String claimed = claims.get(brokerName);
        if (claimed != null && now.find(claimed) == null) {
            claims.remove(brokerName, claimed);
            return null;
        }
        return claimed;
    }

    private void refuseOthers(String what, String brokerName, @Nullable String credential, @Nullable String owner) {
        if (owner != null && !owner.equals(credential)) {
            refusals.increment();
            throw new RequestFailed(
                    ResponseCode.NO_PERMISSION,
                    what + " refused: the broker name[" + Quoted.bounded(brokerName)
                            + "] belongs to another credential; sign with that one, or give the broker another name");
        }
    }
}
