package io.pharos.interop.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * A master that exists on the wire only.
 *
 * @param name the broker's name
 * @param address {@code host:port} as it registers
 * @param topics the topics that it announces
 */
public record RawBroker(String name, String address, List<String> topics) {
    /** Registers over a connection and returns the answer. */
    public RawAnswer register(RawConnection connection) throws IOException {
        byte[] body = body().getBytes(UTF_8);
        Map<String, String> fields = fields();
        CRC32 crc = new CRC32();
        crc.update(body);
        fields.put("bodyCrc32", Long.toString(crc.getValue() & 0x7fff_ffff));
        return connection.call(Requests.REGISTER_BROKER, RawConnection.VERSION_5_5_0, fields, body);
    }

    /** The ext fields of a registration without a checksum; the map may be changed. */
    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("brokerName", name);
        fields.put("brokerAddr", address);
        fields.put("clusterName", "raw");
        fields.put("haServerAddr", "127.0.0.1:19999");
        fields.put("brokerId", "0");
        fields.put("enableActingMaster", "false");
        fields.put("compressed", "false");
        return fields;
    }

    /** The body of a registration. */
    public String body() {
        String table = topics.stream()
                .map(topic -> ("\"T\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":4,"
                                + "\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"T\",\"topicSysFlag\":0,"
                                + "\"writeQueueNums\":4}")
                        .replace("\"T\"", "\"" + topic + "\""))
                .collect(Collectors.joining(","));
        String version = "{\"counter\":1,\"stateVersion\":0,\"timestamp\":1700000000000}";
        return "{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + version
                + ",\"mappingDataVersion\":" + version + ",\"topicConfigTable\":{" + table
                + "},\"topicQueueMappingDetailMap\":{},\"topicQueueMappingInfoMap\":{}}}";
    }
}
