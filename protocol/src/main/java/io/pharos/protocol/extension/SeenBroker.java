package io.pharos.protocol.extension;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.route.Json;
import io.pharos.protocol.route.Names;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A broker that a name server has in its routes.
 *
 * @param cluster name
 * @param brokerName name
 * @param brokerId 0 for a master
 * @param address {@code host:port}
 */
public record SeenBroker(String cluster, String brokerName, long brokerId, String address)
        implements Comparable<SeenBroker> {
    private static final Comparator<SeenBroker> ORDER = Comparator.comparing(SeenBroker::cluster)
            .thenComparing(SeenBroker::brokerName)
            .thenComparingLong(SeenBroker::brokerId)
            .thenComparing(SeenBroker::address);

    /** For logs. */
    public String shown() {
        return Quoted.bounded(cluster + "/" + brokerName) + "/" + brokerId + "@" + Quoted.bounded(address);
    }

    @Override
    public int compareTo(SeenBroker other) {
        return ORDER.compare(this, other);
    }

    static void write(JsonGenerator json, Collection<SeenBroker> brokers) throws IOException {
        json.writeStartArray();
        for (SeenBroker broker : brokers) {
            json.writeStartObject();
            json.writeStringField("cluster", broker.cluster);
            json.writeStringField("brokerName", broker.brokerName);
            json.writeNumberField("brokerId", broker.brokerId);
            json.writeStringField("address", broker.address);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static List<SeenBroker> read(String what, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw Json.refused(what, "brokers must be an array");
        }
        List<SeenBroker> brokers = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Fields fields = new Fields();
            Json.object(what, json, fields::take);
            brokers.add(fields.broker(what));
        }
        if (json.currentToken() != JsonToken.END_ARRAY) {
            throw Json.refused(what, "each of the brokers must be an object");
        }
        return brokers;
    }

    private @Nullable String problem() {
        String problem = Names.clusterNameProblem(cluster);
        problem = problem == null ? Names.brokerNameProblem(brokerName) : problem;
        return problem == null ? Names.addressProblem(address) : problem;
    }

    /** The members of one broker, as they come. */
    private static final class Fields {
        private String cluster = "";
        private String brokerName = "";
        private @Nullable Long brokerId;
        private String address = "";

        void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "cluster" -> cluster = text(value);
                case "brokerName" -> brokerName = text(value);
                case "brokerId" -> brokerId = Json.number("brokerId", value);
                case "address" -> address = text(value);
                default -> value.skipChildren();
            }
        }

        SeenBroker broker(String what) {
            if (brokerId == null) {
                throw Json.refused(what, "a broker lacks its brokerId");
            }
            SeenBroker broker = new SeenBroker(cluster, brokerName, brokerId, address);
            String problem = broker.problem();
            if (problem != null) {
                throw Json.refused(what, problem);
            }
            return broker;
        }

        private static String text(JsonParser value) throws IOException {
            return Objects.requireNonNullElse(Json.text(value), "");
        }
    }
}
