package io.pharos.nameserver.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.route.QueueData;
import io.pharos.protocol.route.QueueMapping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what {@link WarmCopyFormat} writes. Members that it doesn't know are skipped. Used once, by one thread. */
final class WarmCopyReader {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser json;
    private final List<RestoredGroup> groups = new ArrayList<>();

    private WarmCopyReader(JsonParser json) {
        this.json = json;
    }

    /**
     * Reads a copy.
     *
     * @throws IOException when it is no copy of this version; says where and why
     */
    static List<RestoredGroup> read(byte[] content) throws IOException {
        try (JsonParser json = JSON.createParser(content)) {
            return new WarmCopyReader(json).readAll();
        }
    }

    private List<RestoredGroup> readAll() throws IOException {
        expect(json.nextToken(), JsonToken.START_OBJECT);
        String format = "";
        int version = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "format" -> format = json.getText();
                case "version" -> version = json.getIntValue();
                case "groups" -> readGroups(format, version);
                case "topics" -> readTopics();
                case "mappings" -> readMappings();
                default -> json.skipChildren();
            }
        }
        check(format, version);
        return groups;
    }

    private static void check(String format, int version) throws IOException {
        if (!format.equals(WarmCopyFormat.NAME) || version != WarmCopyFormat.VERSION) {
            throw new IOException("format is [" + format + "] version " + version + "; expected " + WarmCopyFormat.NAME
                    + " version " + WarmCopyFormat.VERSION);
        }
    }

    private void readGroups(String format, int version) throws IOException {
        check(format, version);
        expect(json.currentToken(), JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            String cluster = null;
            String broker = null;
            String zone = null;
            boolean actingMaster = false;
            List<Member> members = new ArrayList<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "cluster" -> cluster = json.getText();
                    case "broker" -> broker = json.getText();
                    case "zone" -> zone = json.getText();
                    case "actingMaster" -> actingMaster = json.getBooleanValue();
                    case "members" -> readMembers(members);
                    default -> json.skipChildren();
                }
            }
            groups.add(new RestoredGroup(
                    present(cluster, "cluster"),
                    present(broker, "broker"),
                    zone,
                    actingMaster,
                    members,
                    new HashMap<>(),
                    new HashMap<>()));
        }
    }

    private void readMembers(List<Member> members) throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            long id = 0;
            String address = null;
            String ha = "";
            List<String> filters = new ArrayList<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "id" -> id = json.getLongValue();
                    case "address" -> address = json.getText();
                    case "ha" -> ha = json.getText();
                    case "filters" -> {
                        while (json.nextToken() == JsonToken.VALUE_STRING) {
                            filters.add(json.getText());
                        }
                    }
                    default -> json.skipChildren();
                }
            }
            members.add(new Member(id, present(address, "address"), ha, filters, null, false, true));
        }
    }

    private void readTopics() throws IOException {
        expect(json.currentToken(), JsonToken.START_OBJECT);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String topic = json.currentName();
            expect(json.nextToken(), JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.START_ARRAY) {
                RestoredGroup group = group(json.nextIntValue(-1));
                int read = json.nextIntValue(-1);
                int write = json.nextIntValue(-1);
                int permission = json.nextIntValue(-1);
                int sysFlag = json.nextIntValue(-1);
                expect(json.nextToken(), JsonToken.END_ARRAY);
                group.queues().put(topic, new QueueData(group.brokerName(), read, write, permission, sysFlag));
            }
        }
    }

    private void readMappings() throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            String topic = null;
            String scope = null;
            String host = null;
            int group = -1;
            int total = 0;
            long epoch = 0;
            boolean dirty = false;
            TreeMap<Integer, Integer> ids = new TreeMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "topic" -> topic = json.getText();
                    case "scope" -> scope = json.getText();
                    case "host" -> host = json.getText();
                    case "group" -> group = json.getIntValue();
                    case "total" -> total = json.getIntValue();
                    case "epoch" -> epoch = json.getLongValue();
                    case "dirty" -> dirty = json.getBooleanValue();
                    case "ids" -> {
                        while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                            int logical = json.getIntValue();
                            ids.put(logical, json.nextIntValue(-1));
                        }
                    }
                    default -> json.skipChildren();
                }
            }
            String name = present(topic, "topic");
            group(group).mappings().put(name, new QueueMapping(name, scope, total, host, epoch, dirty, ids));
        }
    }

    private RestoredGroup group(int index) throws IOException {
        if (index < 0 || index >= groups.size()) {
            throw new IOException("group index " + index + " at " + json.currentLocation() + " is none of the "
                    + groups.size() + " groups");
        }
        return groups.get(index);
    }

    private String present(@Nullable String value, String field) throws IOException {
        if (value == null || value.isEmpty()) {
            throw new IOException("no " + field + " at " + json.currentLocation());
        }
        return value;
    }

    private void expect(@Nullable JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("expected " + wanted + " and found " + found + " at " + json.currentLocation());
        }
    }
}
