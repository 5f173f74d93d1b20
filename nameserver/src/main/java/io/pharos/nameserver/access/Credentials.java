package io.pharos.nameserver.access;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.route.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may sign, for what. Deeply immutable. */
public final class Credentials {
    /** Nobody. */
    public static final Credentials NONE = new Credentials(Map.of());

    private static final int MAX_ACCESS_KEY = 128;
    private static final String WHAT = "credentials file";
    private static final String NO_JSON =
            "it is no JSON of the form {\"credentials\": [{\"accessKey\": ..., \"secretKey\": ...}]}";

    /** Marks refusals whose remark is ours. */
    private static final int OURS = -1;

    private final Map<String, Entry> entries;

    private Credentials(Map<String, Entry> entries) {
        this.entries = Map.copyOf(entries);
    }

    /**
     * One credential.
     *
     * @param planes whose requests it may sign
     * @param brokers names that nobody else may register
     */
    public record Entry(Credential credential, Set<Plane> planes, Set<String> brokers) {
        /** Copies the sets. */
        public Entry {
            planes = Set.copyOf(planes);
            brokers = Set.copyOf(brokers);
        }
    }

    /**
     * Reads the text of a credentials file: {@code {"credentials": [{"accessKey": "...", "secretKey": "...", "planes":
     * ["operator"], "brokers": ["broker-a"]}]}}; without {@code planes} a credential is good for all.
     *
     * @throws IllegalArgumentException that says what is wrong, and shows no secret
     */
    public static Credentials parse(byte[] text) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            Json.read(WHAT, ByteBuffer.wrap(text), json -> {
                Json.object(WHAT, json, (name, value) -> {
                    if (!name.equals("credentials") || value.currentToken() != JsonToken.START_ARRAY) {
                        throw new RequestFailed(OURS, "its one member must be the array credentials");
                    }
                    while (value.nextToken() != JsonToken.END_ARRAY) {
                        add(entry(value, entries.size() + 1), entries);
                    }
                });
                return entries;
            });
        } catch (RequestFailed unreadable) {
            // What the JSON library says quotes what it stumbled over, which may be a secret.
            throw new IllegalArgumentException(unreadable.code() == OURS ? unreadable.remark() : NO_JSON);
        }
        return new Credentials(entries);
    }

    private static void add(Entry entry, Map<String, Entry> entries) {
        String accessKey = entry.credential().accessKey();
        if (entries.put(accessKey, entry) != null) {
            throw new RequestFailed(OURS, "accessKey[" + Quoted.bounded(accessKey) + "] is there twice");
        }
    }

    private static Entry entry(JsonParser json, int number) throws IOException {
        Reader reader = new Reader("credential " + number);
        Json.object(WHAT, json, reader::member);
        return reader.entry();
    }

    /** The credential of a name; null when it is unknown. */
    public @Nullable Entry find(String accessKey) {
        return entries.get(accessKey);
    }

    /** Names of those that own a broker's name; usually empty. */
    public Set<String> ownersOf(String brokerName) {
        Set<String> owners = new HashSet<>();
        for (Entry entry : entries.values()) {
            if (entry.brokers().contains(brokerName)) {
                owners.add(entry.credential().accessKey());
            }
        }
        return owners;
    }

    /** All of them, in no particular order. */
    public Collection<Entry> all() {
        return entries.values();
    }

    @Override
    public String toString() {
        return "credentials" + entries.keySet();
    }

    /** Collects the members of one. */
    private static final class Reader {
        private final String where;
        private String accessKey = "";
        private String secretKey = "";
        private Set<Plane> planes = EnumSet.allOf(Plane.class);
        private Set<String> brokers = Set.of();

        Reader(String where) {
            this.where = where;
        }

        void member(String name, JsonParser value) throws IOException {
            switch (name) {
                case "accessKey" -> accessKey = text(name, value);
                case "secretKey" -> secretKey = text(name, value);
                case "planes" -> {
                    planes = EnumSet.noneOf(Plane.class);
                    for (String plane : texts(name, value)) {
                        planes.add(plane(plane));
                    }
                }
                case "brokers" -> brokers = Set.copyOf(texts(name, value));
                default ->
                    throw problem("has the unknown member [" + Quoted.bounded(name)
                            + "]; known are accessKey, secretKey, planes, brokers");
            }
        }

        Entry entry() {
            if (accessKey.isBlank()) {
                throw problem("has no accessKey");
            }
            if (accessKey.length() > MAX_ACCESS_KEY || accessKey.chars().anyMatch(Character::isISOControl)) {
                throw problem(
                        "has an accessKey of more than " + MAX_ACCESS_KEY + " characters, or with control characters");
            }
            if (secretKey.isEmpty()) {
                throw problem("has no secretKey");
            }
            return new Entry(new Credential(accessKey, secretKey), planes, brokers);
        }

        private Plane plane(String word) {
            for (Plane plane : Plane.values()) {
                if (plane.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return plane;
                }
            }
            throw problem(
                    "names the unknown plane [" + Quoted.bounded(word) + "]; there are client, broker and operator");
        }

        private String text(String name, JsonParser value) throws IOException {
            if (value.currentToken() != JsonToken.VALUE_STRING) {
                throw problem("has a member " + name + " that is no text");
            }
            return value.getText();
        }

        private List<String> texts(String name, JsonParser value) throws IOException {
            if (value.currentToken() != JsonToken.START_ARRAY) {
                throw problem("has a member " + name + " that is no array of texts");
            }
            List<String> texts = new ArrayList<>();
            while (value.nextToken() != JsonToken.END_ARRAY) {
                texts.add(text(name, value));
            }
            return texts;
        }

        private RequestFailed problem(String what) {
            return new RequestFailed(OURS, where + " " + what);
        }
    }
}
