package io.pharos.nameserver.config;

import io.pharos.remoting.access.AddressList;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All settings of one name server. Immutable: an update gives a new one. */
public final class NameServerConfig {
    private final Map<ConfigKey<?>, Object> values;
    private final Map<String, String> extras;
    private final List<String> remarks;
    private final LiveSettings live;

    NameServerConfig(Map<ConfigKey<?>, Object> values, Map<String, String> extras, List<String> remarks) {
        this.values = Map.copyOf(values);
        this.extras = Map.copyOf(extras);
        this.remarks = List.copyOf(remarks);
        this.live = LiveSettings.of(this);
    }

    /** Collects settings from where an operator may put them. */
    public static NameServerConfigReader reader() {
        return new NameServerConfigReader();
    }

    /** The value of a key, its default when it was not set. */
    public <T> T get(ConfigKey<T> key) {
        Object value = values.get(key);
        return value == null ? key.defaultValue() : key.cast(value);
    }

    /** The value of a number that fits an int by its range. */
    public int whole(ConfigKey<Long> key) {
        return Math.toIntExact(get(key));
    }

    /** What requests look at. */
    public LiveSettings live() {
        return live;
    }

    /** One sentence per key that is unknown or has no effect, for the log of the start. */
    public List<String> remarks() {
        return remarks;
    }

    /**
     * The addresses that a key holds; null for all of them.
     *
     * @throws IllegalArgumentException naming the entry that is none; not once a configuration has been read
     */
    public @Nullable AddressList addresses(ConfigKey<String> key) {
        String text = get(key);
        return text.equals("*") ? null : AddressList.parse(text);
    }

    /** The names that a key holds, separated by semicolons. */
    public Set<String> names(ConfigKey<String> key) {
        return Stream.of(get(key).split(";", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Addresses of fellow name servers, {@code host:port}, without doubles, in the order of the setting. */
    public List<String> peers() {
        return Stream.of(get(NameServerKeys.PEERS).split(";", -1))
                .map(String::trim)
                .filter(peer -> !peer.isEmpty())
                .distinct()
                .toList();
    }

    /** Folder of this server's own files; absolute. */
    public Path dataFolder() {
        return Path.of(get(NameServerKeys.DATA_FOLDER)).toAbsolutePath().normalize();
    }

    /** File of the key-value store; absolute. */
    public Path kvFile() {
        return Path.of(get(NameServerKeys.KV_CONFIG_PATH)).toAbsolutePath().normalize();
    }

    /**
     * All settings as {@code key=value} lines, sorted, each ended by LF: the answer to GET_NAMESRV_CONFIG. Keys without
     * a value are left out, as in the original, and so are the passwords of private keys.
     */
    public String printed() {
        SortedMap<String, String> lines = new TreeMap<>(extras);
        for (ConfigKey<?> key : NameServerKeys.ALL.values()) {
            boolean shown = key.use() != ConfigKey.Use.HIDDEN || values.containsKey(key);
            String value = String.valueOf(get(key));
            if (shown && !value.isEmpty() && !NameServerKeys.SECRETS.contains(key)) {
                lines.put(key.name(), value);
            }
        }
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    NameServerConfig with(Map<ConfigKey<?>, Object> changes) {
        Map<ConfigKey<?>, Object> changed = new HashMap<>(values);
        changed.putAll(changes);
        return new NameServerConfig(changed, extras, remarks);
    }
}
