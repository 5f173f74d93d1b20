package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import java.util.function.ToLongFunction;

/** The fields by which a broker says who it is: the same in every request that carries them. */
final class BrokerFields {
    private static final String ID = "brokerId";

    /** What a broker of a DLedger group says before its role is decided. */
    private static final long NO_ROLE_YET = -1;

    private BrokerFields() {}

    /** Reads them where the id has to be said and to be possible. */
    static <Q> Q readWithId(FieldReader fields, Maker<Q> maker) {
        return read(fields, maker, reader -> reader.number(ID, NO_ROLE_YET, Long.MAX_VALUE));
    }

    /** Reads them where the id does not matter: it is 0 when not said. */
    static <Q> Q read(FieldReader fields, Maker<Q> maker) {
        return read(fields, maker, reader -> reader.numberOr(ID, 0));
    }

    private static <Q> Q read(FieldReader fields, Maker<Q> maker, ToLongFunction<FieldReader> id) {
        return maker.make(
                fields.text("brokerName"),
                fields.text("brokerAddr"),
                fields.text("clusterName"),
                id.applyAsLong(fields));
    }

    /** Begins the fields of a request with them. */
    static ExtFields.Builder write(String brokerName, String brokerAddr, String clusterName, long brokerId) {
        return ExtFields.builder()
                .put("brokerName", brokerName)
                .put("brokerAddr", brokerAddr)
                .put("clusterName", clusterName)
                .put(ID, brokerId);
    }

    /** Makes a request of them. */
    @FunctionalInterface
    interface Maker<Q> {
        Q make(String brokerName, String brokerAddr, String clusterName, long brokerId);
    }
}
