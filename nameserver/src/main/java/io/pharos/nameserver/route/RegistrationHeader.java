package io.pharos.nameserver.route;

import org.jspecify.annotations.Nullable;

/**
 * The header of a registration, apart from its body. Two registrations with equal headers and the same body say the
 * same thing.
 *
 * @param identity of the broker
 * @param haServerAddress {@code host:port} of its replication port; may be empty
 * @param zoneName zone; null for none
 * @param heartbeatTimeoutMillis silence after which the broker counts as gone, positive; null for the default
 * @param enableActingMaster whether a slave of its group may act as master; null when the field is absent, which marks
 *     a broker before 5.0
 * @param bodyForm which form the body has (any number that the caller gives the same form each time), because equal
 *     bytes mean different things in different forms
 */
public record RegistrationHeader(
        BrokerIdentity identity,
        String haServerAddress,
        @Nullable String zoneName,
        @Nullable Long heartbeatTimeoutMillis,
        @Nullable Boolean enableActingMaster,
        int bodyForm) {}
