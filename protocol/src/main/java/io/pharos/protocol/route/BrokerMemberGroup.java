package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer to GET_BROKER_MEMBER_GROUP (901). Deeply immutable.
 *
 * @param cluster as asked for
 * @param brokerName as asked for
 * @param addresses by broker id; empty for an unknown broker
 */
public record BrokerMemberGroup(String cluster, String brokerName, SortedMap<Long, String> addresses) {
    private static final String WHAT = "broker member group";

    /** Copies the addresses. */
    public BrokerMemberGroup {
        addresses = Collections.unmodifiableSortedMap(new TreeMap<>((Map<Long, String>) addresses));
    }

    /** Writes the body. */
    public byte[] encode(JsonDialect dialect) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("brokerMemberGroup");
            IntegerKeys.write(json, "brokerAddrs", addresses, dialect);
            json.writeStringField("brokerName", brokerName);
            json.writeStringField("cluster", cluster);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Reads a body of either dialect. */
    public static BrokerMemberGroup decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            BrokerMemberGroup[] group = {new BrokerMemberGroup("", "", new TreeMap<>())};
            Json.object(WHAT, json, (name, value) -> {
                if (name.equals("brokerMemberGroup")) {
                    BrokerData data = BrokerDataCodec.read(value);
                    group[0] = new BrokerMemberGroup(data.cluster(), data.brokerName(), data.addresses());
                } else {
                    value.skipChildren();
                }
            });
            return group[0];
        });
    }
}
