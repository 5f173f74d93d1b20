package io.pharos.protocol.route;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A broker group, inside routes and the cluster list. */
final class BrokerDataCodec {
    private static final String WHAT = "broker data";

    private BrokerDataCodec() {}

    static void write(JsonGenerator json, BrokerData broker, JsonDialect dialect) throws IOException {
        json.writeStartObject();
        IntegerKeys.write(json, "brokerAddrs", broker.addresses(), dialect);
        json.writeStringField("brokerName", broker.brokerName());
        json.writeStringField("cluster", broker.cluster());
        json.writeBooleanField("enableActingMaster", broker.enableActingMaster());
        if (broker.zoneName() != null) {
            json.writeStringField("zoneName", broker.zoneName());
        }
        json.writeEndObject();
    }

    static BrokerData read(JsonParser json) throws IOException {
        Members members = new Members();
        Json.object(WHAT, json, members::read);
        if (members.brokerName == null) {
            throw Json.refused(WHAT, "brokerName is missing");
        }
        return new BrokerData(
                members.cluster == null ? "" : members.cluster,
                members.brokerName,
                members.addresses,
                members.zoneName,
                members.enableActingMaster);
    }

    static SortedMap<Long, String> addresses(JsonParser json) throws IOException {
        SortedMap<Long, String> addresses = new TreeMap<>();
        Json.object(WHAT, json, (id, value) -> {
            String address = Json.text(value);
            if (address != null) {
                addresses.put(Json.parse(WHAT, id), address);
            }
        });
        return addresses;
    }

    private static final class Members {
        private @Nullable String cluster;
        private @Nullable String brokerName;
        private SortedMap<Long, String> addresses = new TreeMap<>();
        private @Nullable String zoneName;
        private boolean enableActingMaster;

        void read(String name, JsonParser json) throws IOException {
            switch (name) {
                case "cluster" -> cluster = Json.text(json);
                case "brokerName" -> brokerName = Json.text(json);
                case "brokerAddrs" -> addresses = addresses(json);
                case "zoneName" -> zoneName = Json.text(json);
                case "enableActingMaster" -> enableActingMaster = Json.flag(json);
                default -> json.skipChildren();
            }
        }
    }
}
