package io.pharos.nameserver.config;

import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.nameserver.access.Audit;
import io.pharos.nameserver.access.Who;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.remoting.LogLimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration in force, and the one door through which it changes while the server runs.
 *
 * <p>An update is all or nothing: every key must be on the allow-list ({@link ConfigKey.Use#LIVE}) and every value in
 * its range. It is on disk before it is in force: changed keys alone are kept in {@code live.gen-<n>} in the data
 * folder and win over the operator's file at the next start; that file is never touched. Thread-safe; updates exclude
 * each other and block on the disk.
 */
public final class ConfigStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigStore.class);
    private static final String BLACK_LISTED = "Can not update config in black list.";
    private static final int GENERATIONS = 5;

    private final GenerationalFile file;
    private final List<String> damage;
    private final Set<String> blackList;
    private final Object updating = new Object();

    private final LogLimiter noise;

    /** Changed keys and their values, as on disk. Guarded by {@link #updating}. */
    private final Map<ConfigKey<?>, Object> overlay;

    private volatile NameServerConfig current;

    private ConfigStore(
            GenerationalFile file,
            List<String> damage,
            NameServerConfig base,
            Map<ConfigKey<?>, Object> overlay,
            LogLimiter noise) {
        this.file = file;
        this.noise = noise;
        this.damage = List.copyOf(damage);
        this.overlay = overlay;
        this.current = base.with(overlay);
        this.blackList =
                new HashSet<>(List.of(base.get(NameServerKeys.BLACK_LIST).split(";")));
    }

    /**
     * Puts the updates of earlier runs over the configuration of this start.
     *
     * @param noise bounds the log lines of updates that are not applied
     * @throws IOException when files are there that cannot be read at all; names file and reason
     */
    public static ConfigStore open(NameServerConfig base, FileOps ops, LogLimiter noise) throws IOException {
        GenerationalFile file = GenerationalFile.sealed(base.dataFolder().resolve("live"), GENERATIONS, ops);
        GenerationalFile.Loaded loaded = file.load();
        for (String problem : loaded.problems()) {
            LOG.error(
                    "live configuration damaged problem=[{}] used=[{}]",
                    problem,
                    loaded.source().map(Path::toString).orElse("nothing"));
        }
        Map<ConfigKey<?>, Object> overlay = new HashMap<>();
        loaded.content().ifPresent(content -> {
            String text = new String(content, StandardCharsets.UTF_8);
            NameServerConfigReader.properties(text).forEach((name, value) -> restore(overlay, name, value));
        });
        return new ConfigStore(file, loaded.problems(), base, overlay, noise);
    }

    /** The configuration in force. */
    public NameServerConfig current() {
        return current;
    }

    /** What requests look at, in force now. */
    public LiveSettings live() {
        return current.live();
    }

    /** One sentence per damaged file that was met on loading. */
    public List<String> damage() {
        return damage;
    }

    /**
     * Applies an update that came over the network.
     *
     * @param properties {@code key=value} lines
     * @param who changes it, for the audit line
     * @throws RequestFailed says which keys were refused and why; then nothing has changed
     */
    public void update(String properties, Who who) {
        String peer = who.peer();
        Map<String, String> entries;
        try {
            entries = NameServerConfigReader.properties(properties);
        } catch (IllegalArgumentException malformed) {
            throw refused(peer, ResponseCode.SYSTEM_ERROR, "string2Properties error");
        }
        refuseBlackListed(entries, peer);
        Map<ConfigKey<?>, Object> changes = check(entries, peer);
        synchronized (updating) {
            Map<ConfigKey<?>, Object> changed = new HashMap<>(overlay);
            changed.putAll(changes);
            if (changed.equals(overlay)) {
                return;
            }
            try {
                file.write(encode(changed));
            } catch (IOException failure) {
                if (noise.allows()) {
                    LOG.error("config update not stored peer=[{}]", peer, failure);
                }
                throw new RequestFailed(
                        ResponseCode.SYSTEM_ERROR,
                        "config update not applied: it could not be stored, see the log of the name server");
            }
            NameServerConfig old = current;
            changes.forEach((key, value) -> Audit.changed(
                    "config updated", key.name(), who, String.valueOf(old.get(key)), String.valueOf(value)));
            overlay.putAll(changes);
            current = old.with(changes);
        }
    }

    private void refuseBlackListed(Map<String, String> entries, String peer) {
        List<String> named = entries.keySet().stream()
                .filter(name -> blackList.contains(name) || isPlace(name))
                .toList();
        if (!named.isEmpty()) {
            throw refused(
                    peer,
                    ResponseCode.NO_PERMISSION,
                    BLACK_LISTED + " Keys: " + Quoted.bounded(String.join(", ", named)));
        }
    }

    private static boolean isPlace(String name) {
        ConfigKey<?> key = NameServerKeys.ALL.get(name);
        return key != null && key.use() == ConfigKey.Use.PLACE;
    }

    private Map<ConfigKey<?>, Object> check(Map<String, String> entries, String peer) {
        Map<ConfigKey<?>, Object> changes = new HashMap<>();
        List<String> problems = new ArrayList<>();
        entries.forEach((name, value) -> {
            ConfigKey<?> key = NameServerKeys.ALL.get(name);
            if (key == null) {
                problems.add("unknown key [" + Quoted.bounded(name) + "]"
                        + NearestName.of(name, NameServerKeys.ALL.keySet())
                                .map(nearest -> ", did you mean " + nearest + "?")
                                .orElse(""));
            } else if (key.use() != ConfigKey.Use.LIVE) {
                problems.add("key " + name + " cannot change at run time"
                        + (key.use() == ConfigKey.Use.START
                                ? ", set it in the file and restart"
                                : ", it has no effect"));
            } else {
                parse(key, value, changes, problems);
            }
        });
        if (!problems.isEmpty()) {
            throw refused(
                    peer, ResponseCode.SYSTEM_ERROR, "config update refused, nothing changed: " + bounded(problems));
        }
        return changes;
    }

    private static void parse(
            ConfigKey<?> key, String value, Map<ConfigKey<?>, Object> changes, List<String> problems) {
        try {
            changes.put(key, key.parse(value));
        } catch (IllegalArgumentException refused) {
            problems.add("key " + key + " value [" + Quoted.bounded(value) + "]: " + refused.getMessage());
        }
    }

    private static String bounded(List<String> problems) {
        int shown = Math.min(problems.size(), 10);
        String text = String.join("; ", problems.subList(0, shown));
        return shown < problems.size() ? text + "; and " + (problems.size() - shown) + " more" : text;
    }

    private RequestFailed refused(String peer, int code, String remark) {
        if (noise.allows()) {
            LOG.warn("config update refused peer=[{}] code=[{}] reason=[{}]", peer, code, remark);
        }
        return new RequestFailed(code, remark);
    }

    private static void restore(Map<ConfigKey<?>, Object> overlay, String name, String value) {
        ConfigKey<?> key = NameServerKeys.ALL.get(name);
        if (key == null || key.use() != ConfigKey.Use.LIVE) {
            LOG.warn("live configuration entry ignored key=[{}] reason=[not a live key]", Quoted.bounded(name));
            return;
        }
        try {
            overlay.put(key, key.parse(value));
            LOG.info("live configuration applied key=[{}] value=[{}]", name, value);
        } catch (IllegalArgumentException refused) {
            LOG.warn("live configuration entry ignored key=[{}] reason=[{}]", name, refused.getMessage());
        }
    }

    private static byte[] encode(Map<ConfigKey<?>, Object> overlay) {
        Map<String, Object> sorted = new TreeMap<>();
        overlay.forEach((key, value) -> sorted.put(key.name(), value));
        StringBuilder text = new StringBuilder();
        sorted.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
