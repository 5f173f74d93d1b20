package io.pharos.protocol.route;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The answer to GET_BROKER_CLUSTER_INFO (106). Deeply immutable.
 *
 * @param brokers group by broker name
 * @param clusters broker names by cluster
 */
public record ClusterInfo(SortedMap<String, BrokerData> brokers, SortedMap<String, SortedSet<String>> clusters) {
    private static final String WHAT = "cluster info";

    /** Copies the maps. */
    public ClusterInfo {
        brokers = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, BrokerData>) brokers));
        SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
        clusters.forEach((name, names) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(names))));
        clusters = Collections.unmodifiableSortedMap(copy);
    }

    /** Writes the body. */
    public byte[] encode(JsonDialect dialect) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("brokerAddrTable");
            for (Map.Entry<String, BrokerData> broker : brokers.entrySet()) {
                json.writeFieldName(broker.getKey());
                BrokerDataCodec.write(json, broker.getValue(), dialect);
            }
            json.writeEndObject();
            json.writeObjectFieldStart("clusterAddrTable");
            for (Map.Entry<String, SortedSet<String>> cluster : clusters.entrySet()) {
                json.writeArrayFieldStart(cluster.getKey());
                for (String name : cluster.getValue()) {
                    json.writeString(name);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Reads a body of either dialect. */
    public static ClusterInfo decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            SortedMap<String, BrokerData> brokers = new TreeMap<>();
            SortedMap<String, SortedSet<String>> clusters = new TreeMap<>();
            Json.object(WHAT, json, (name, value) -> {
                switch (name) {
                    case "brokerAddrTable" ->
                        Json.object(WHAT, value, (broker, data) -> brokers.put(broker, BrokerDataCodec.read(data)));
                    case "clusterAddrTable" ->
                        Json.object(WHAT, value, (cluster, list) -> {
                            SortedSet<String> names = new TreeSet<>();
                            RouteCodec.list(list, element -> names.add(String.valueOf(Json.text(element))));
                            clusters.put(cluster, names);
                        });
                    default -> value.skipChildren();
                }
            });
            return new ClusterInfo(brokers, clusters);
        });
    }
}
