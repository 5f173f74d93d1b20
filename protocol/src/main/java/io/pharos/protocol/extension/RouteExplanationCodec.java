package io.pharos.protocol.extension;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.extension.RouteExplanation.Broker;
import io.pharos.protocol.extension.RouteExplanation.Left;
import io.pharos.protocol.extension.RouteExplanation.Member;
import io.pharos.protocol.extension.RouteExplanation.Outcome;
import io.pharos.protocol.extension.RouteExplanation.Queues;
import io.pharos.protocol.route.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON of a {@link RouteExplanation}. */
final class RouteExplanationCodec {
    private static final String WHAT = "route explanation";

    private RouteExplanationCodec() {}

    static byte[] encode(RouteExplanation explanation) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("topic", explanation.question().topic());
            text(json, "clientAddress", explanation.question().clientAddress());
            text(json, "zone", explanation.question().zone());
            json.writeNumberField("now", explanation.nowMillis());
            json.writeStringField("result", explanation.outcome().result());
            json.writeNumberField("code", explanation.outcome().code());
            text(json, "cause", explanation.outcome().cause());
            json.writeStringField("summary", explanation.outcome().summary());
            json.writeStringField("revision", explanation.revision());
            text(json, "orderConf", explanation.orderConf());
            json.writeArrayFieldStart("brokers");
            for (Broker broker : explanation.brokers()) {
                write(json, broker);
            }
            json.writeEndArray();
            json.writeNumberField("brokersLeftOut", explanation.brokersLeftOut());
            json.writeArrayFieldStart("left");
            for (Left left : explanation.left()) {
                json.writeStartObject();
                json.writeStringField("cluster", left.cluster());
                json.writeStringField("brokerName", left.brokerName());
                json.writeStringField("why", left.why());
                json.writeNumberField("agoMillis", left.agoMillis());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static RouteExplanation decode(ByteBuffer body) {
        return Json.read(WHAT, body, json -> {
            Fields fields = new Fields();
            Json.object(WHAT, json, fields::take);
            return fields.explanation();
        });
    }

    private static void write(JsonGenerator json, Broker broker) throws IOException {
        json.writeStartObject();
        json.writeStringField("cluster", broker.cluster());
        json.writeStringField("brokerName", broker.brokerName());
        text(json, "zone", broker.zone());
        text(json, "leftOut", broker.leftOut());
        Queues queues = broker.queues();
        json.writeNumberField("readQueues", queues.read());
        json.writeNumberField("writeQueues", queues.write());
        json.writeNumberField("registeredPermission", queues.registered());
        json.writeNumberField("answeredPermission", queues.answered());
        json.writeArrayFieldStart("writesStoppedBy");
        for (String stop : queues.stoppedBy()) {
            json.writeString(stop);
        }
        json.writeEndArray();
        json.writeFieldName("fences");
        DecisionList.write(json, queues.fences());
        json.writeBooleanField("writable", queues.writable());
        text(json, "actingMaster", broker.actingMaster());
        json.writeArrayFieldStart("members");
        for (Member member : broker.members()) {
            json.writeStartObject();
            json.writeNumberField("brokerId", member.id());
            json.writeStringField("address", member.address());
            json.writeStringField("state", member.state());
            number(json, "silentMillis", member.silentMillis());
            number(json, "goneInMillis", member.goneInMillis());
            number(json, "connection", member.connection());
            text(json, "peer", member.peer());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("membersLeftOut", broker.membersLeftOut());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static void number(JsonGenerator json, String name, @Nullable Long value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private static String textOf(JsonParser value) throws IOException {
        return Objects.requireNonNullElse(Json.text(value), "");
    }

    private static int countOf(JsonParser value) throws IOException {
        long count = Json.number(WHAT, value);
        if (count != (int) count) {
            throw Json.refused(WHAT, count + " does not fit into 32 bits");
        }
        return (int) count;
    }

    private static <T> List<T> listOf(String name, JsonParser value, Json.Reading<T> element) throws IOException {
        if (value.currentToken() != JsonToken.START_ARRAY) {
            throw Json.refused(WHAT, name + " must be an array");
        }
        List<T> list = new ArrayList<>();
        JsonToken token = value.nextToken();
        while (token != JsonToken.END_ARRAY) {
            if (token == null) {
                throw Json.refused(WHAT, name + " is not closed");
            }
            list.add(element.from(value));
            token = value.nextToken();
        }
        return list;
    }

    /** The members, as they come. */
    private static final class Fields {
        private String topic = "";
        private @Nullable String clientAddress;
        private @Nullable String zone;
        private long now;
        private String result = "";
        private int code;
        private @Nullable String cause;
        private String summary = "";
        private String revision = "";
        private @Nullable String orderConf;
        private List<Broker> brokers = List.of();
        private int brokersLeftOut;
        private List<Left> left = List.of();

        void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "topic" -> topic = textOf(value);
                case "clientAddress" -> clientAddress = Json.text(value);
                case "zone" -> zone = Json.text(value);
                case "now" -> now = Json.number(WHAT, value);
                case "result" -> result = textOf(value);
                case "code" -> code = countOf(value);
                case "cause" -> cause = Json.text(value);
                case "summary" -> summary = textOf(value);
                case "revision" -> revision = textOf(value);
                case "orderConf" -> orderConf = Json.text(value);
                case "brokers" -> brokers = listOf(name, value, BrokerFields::read);
                case "brokersLeftOut" -> brokersLeftOut = countOf(value);
                case "left" -> left = listOf(name, value, LeftFields::read);
                default -> value.skipChildren();
            }
        }

        RouteExplanation explanation() {
            return new RouteExplanation(
                    new ExplainRoute(topic, clientAddress, zone),
                    now,
                    new Outcome(result, code, cause, summary),
                    revision,
                    orderConf,
                    brokers,
                    brokersLeftOut,
                    left);
        }
    }

    private static final class BrokerFields {
        private String cluster = "";
        private String brokerName = "";
        private @Nullable String zone;
        private @Nullable String leftOut;
        private int readQueues;
        private int writeQueues;
        private int registered;
        private int answered;
        private List<String> stoppedBy = List.of();
        private List<Decision> fences = List.of();
        private boolean writable;
        private @Nullable String actingMaster;
        private List<Member> members = List.of();
        private int membersLeftOut;

        static Broker read(JsonParser json) throws IOException {
            BrokerFields fields = new BrokerFields();
            Json.object(WHAT, json, fields::take);
            return new Broker(
                    fields.cluster,
                    fields.brokerName,
                    fields.zone,
                    fields.leftOut,
                    new Queues(
                            fields.readQueues,
                            fields.writeQueues,
                            fields.registered,
                            fields.answered,
                            fields.stoppedBy,
                            fields.fences,
                            fields.writable),
                    fields.actingMaster,
                    fields.members,
                    fields.membersLeftOut);
        }

        private void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "cluster" -> cluster = textOf(value);
                case "brokerName" -> brokerName = textOf(value);
                case "zone" -> zone = Json.text(value);
                case "leftOut" -> leftOut = Json.text(value);
                case "readQueues" -> readQueues = countOf(value);
                case "writeQueues" -> writeQueues = countOf(value);
                case "registeredPermission" -> registered = countOf(value);
                case "answeredPermission" -> answered = countOf(value);
                case "writesStoppedBy" -> stoppedBy = listOf(name, value, RouteExplanationCodec::textOf);
                case "fences" -> fences = DecisionList.read(WHAT, value);
                case "writable" -> writable = Json.flag(value);
                case "actingMaster" -> actingMaster = Json.text(value);
                case "members" -> members = listOf(name, value, MemberFields::read);
                case "membersLeftOut" -> membersLeftOut = countOf(value);
                default -> value.skipChildren();
            }
        }
    }

    private static final class MemberFields {
        private long id;
        private String address = "";
        private String state = "";
        private @Nullable Long silentMillis;
        private @Nullable Long goneInMillis;
        private @Nullable Long connection;
        private @Nullable String peer;

        static Member read(JsonParser json) throws IOException {
            MemberFields fields = new MemberFields();
            Json.object(WHAT, json, fields::take);
            return new Member(
                    fields.id,
                    fields.address,
                    fields.state,
                    fields.silentMillis,
                    fields.goneInMillis,
                    fields.connection,
                    fields.peer);
        }

        private void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "brokerId" -> id = Json.number(WHAT, value);
                case "address" -> address = textOf(value);
                case "state" -> state = textOf(value);
                case "silentMillis" -> silentMillis = Json.number(WHAT, value);
                case "goneInMillis" -> goneInMillis = Json.number(WHAT, value);
                case "connection" -> connection = Json.number(WHAT, value);
                case "peer" -> peer = Json.text(value);
                default -> value.skipChildren();
            }
        }
    }

    private static final class LeftFields {
        private String cluster = "";
        private String brokerName = "";
        private String why = "";
        private long agoMillis;

        static Left read(JsonParser json) throws IOException {
            LeftFields fields = new LeftFields();
            Json.object(WHAT, json, fields::take);
            return new Left(fields.cluster, fields.brokerName, fields.why, fields.agoMillis);
        }

        private void take(String name, JsonParser value) throws IOException {
            switch (name) {
                case "cluster" -> cluster = textOf(value);
                case "brokerName" -> brokerName = textOf(value);
                case "why" -> why = textOf(value);
                case "agoMillis" -> agoMillis = Json.number(WHAT, value);
                default -> value.skipChildren();
            }
        }
    }
}
