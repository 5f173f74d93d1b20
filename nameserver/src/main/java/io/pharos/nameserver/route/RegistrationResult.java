package io.pharos.nameserver.route;

import org.jspecify.annotations.Nullable;

/**
 * What a registered broker is told.
 *
 * @param masterAddress of its group's master; null for the master itself and when there is none
 * @param haServerAddress of that master; null likewise
 */
public record RegistrationResult(
        @Nullable String masterAddress, @Nullable String haServerAddress) {
    static final RegistrationResult NOTHING = new RegistrationResult(null, null);
}
