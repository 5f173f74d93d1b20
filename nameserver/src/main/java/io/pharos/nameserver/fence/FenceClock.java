package io.pharos.nameserver.fence;

import io.pharos.protocol.extension.Stamp;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * The hybrid logical clock of one name server: stamps a decision later than the one that it takes the place of. Immutable.
 *
 * <p>A stamp from elsewhere is never refused for being ahead of the local clock: that would lose decisions, and one that
 * is known elsewhere but cannot be overtaken from here would block later ones. The next decision about the same key is
 * stamped after it instead, however wrong either machine's clock is. Only between two decisions of which neither maker
 * knew the other do their clocks decide. Each key goes by itself, so that a forged stamp is felt at its own key alone.
 *
 * @param node of this name server
 */
record FenceClock(String node) {

    /**
     * Gives a stamp.
     *
     * @param before of the decision that is known about the same key; null for none
     * @throws RequestFailed when nothing can be later than that one
     */
    Stamp next(long wallMillis, @Nullable Stamp before) {
        long millis = Math.max(0, Math.min(wallMillis, Stamp.MAX_MILLIS));
        if (before == null || millis > before.millis()) {
            return new Stamp(millis, 0, node);
        }
        if (before.counter() < Stamp.MAX_COUNTER) {
            return new Stamp(before.millis(), before.counter() + 1, node);
        }
        if (before.millis() < Stamp.MAX_MILLIS) {
            return new Stamp(before.millis() + 1, 0, node);
        }
        throw new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                "no decision can be later than the one of stamp[" + before + "], which is forged; stop the name servers"
                        + " that know it, move their fences.json files away and set the other fences anew");
    }
}
