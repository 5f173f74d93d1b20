package io.pharos.nameserver.kv;

import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.protocol.route.KvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values by namespace and key, on disk in the original's {@code kvConfig.json} before a change is visible or answered.
 *
 * <p>Thread-safe. Reads take one immutable snapshot and never wait; changes exclude each other and block on the disk. A
 * change that cannot be written leaves memory as it was. The whole store is bounded by {@link #MAX_BYTES}.
 */
public final class KvStore {
    /** Bound of the encoded store; what would exceed it is refused. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    /** The namespace of order configuration: topic to {@code broker:queues;broker:queues}. */
    public static final String ORDER_TOPICS = "ORDER_TOPIC_CONFIG";

    private static final Logger LOG = LoggerFactory.getLogger(KvStore.class);
    private static final int GENERATIONS = 5;

    private final GenerationalFile file;
    private final KvFormat format;
    private final List<String> damage;
    private final Object writing = new Object();

    /** Deeply immutable; replaced under {@link #writing}. */
    private volatile Map<String, Map<String, String>> table;

    private final Map<String, Encoded> encoded = new ConcurrentHashMap<>();
    private volatile Consumer<String> listener = namespace -> {};

    private KvStore(
            GenerationalFile file, KvFormat format, Map<String, Map<String, String>> table, List<String> damage) {
        this.file = file;
        this.format = format;
        this.table = frozen(table);
        this.damage = List.copyOf(damage);
    }

    /**
     * Loads the store, taking over a file that the original wrote. Damaged files are set aside and logged.
     *
     * @param path of {@code kvConfig.json}; its folder is created at the first change
     * @throws IOException when files are there that cannot be read at all; names file and reason
     */
    public static KvStore open(Path path, FileOps ops) throws IOException {
        KvFormat format = new KvFormat();
        GenerationalFile file = GenerationalFile.plain(path, GENERATIONS, bytes -> isValid(format, bytes), ops);
        GenerationalFile.Loaded loaded = file.load();
        for (String problem : loaded.problems()) {
            LOG.error(
                    "kv file damaged problem=[{}] used=[{}]",
                    problem,
                    loaded.source().map(Path::toString).orElse("nothing"));
        }
        Optional<byte[]> content = loaded.content();
        Map<String, Map<String, String>> table = content.isPresent() ? format.decode(content.get()) : Map.of();
        LOG.info(
                "kv store loaded file=[{}] used=[{}] namespaces=[{}] entries=[{}]",
                file.path(),
                loaded.source().map(Path::toString).orElse("nothing"),
                table.size(),
                entries(table));
        return new KvStore(file, format, table, loaded.problems());
    }

    /** One sentence per damaged file that was met on loading. */
    public List<String> damage() {
        return damage;
    }

    /** The value, if there is one. */
    public Optional<String> get(String namespace, String key) {
        return Optional.ofNullable(table.getOrDefault(namespace, Map.of()).get(key));
    }

    /** All of a namespace, possibly emptied; nothing when the namespace was never used. Immutable. */
    public Optional<Map<String, String>> namespace(String namespace) {
        return Optional.ofNullable(table.get(namespace));
    }

    /**
     * A namespace as a {@link KvTable} body; nothing when the namespace was never used. Kept until the namespace
     * changes, because brokers get one with each registration.
     *
     * @return shared, not to be written to
     */
    public Optional<byte[]> encoded(String namespace) {
        Map<String, String> entries = table.get(namespace);
        if (entries == null) {
            return Optional.empty();
        }
        Encoded known = encoded.get(namespace);
        if (known == null || !known.entries().equals(entries)) {
            known = new Encoded(entries, new KvTable(new TreeMap<>(entries)).encode());
            encoded.put(namespace, known);
        }
        return Optional.of(known.body());
    }

    /**
     * Sets who hears of changes; nobody did before.
     *
     * @param value is given the namespace on the changing thread, when the change is on disk and visible and before
     *     {@link #put} or {@link #delete} ends; changes wait for it, so it sees them in their order
     */
    public void onChange(Consumer<String> value) {
        listener = value;
    }

    /** Number of entries in all namespaces. */
    public int size() {
        return entries(table);
    }

    /**
     * Adds or replaces a value.
     *
     * @return the value before
     * @throws KvStoreFull when the store would be too large, which leaves the old value
     * @throws IOException when it cannot be stored, which leaves the old value; names file and reason
     */
    public Optional<String> put(String namespace, String key, String value) throws IOException {
        synchronized (writing) {
            Map<String, Map<String, String>> changed = new TreeMap<>(table);
            Map<String, String> entries = new TreeMap<>(changed.getOrDefault(namespace, Map.of()));
            String before = entries.put(key, value);
            if (!value.equals(before)) {
                changed.put(namespace, entries);
                store(changed);
                listener.accept(namespace);
            }
            return Optional.ofNullable(before);
        }
    }

    /**
     * Removes a value; the namespace stays, possibly empty. Does nothing when there is none.
     *
     * @return the value before
     * @throws IOException when it cannot be stored, which leaves the value; names file and reason
     */
    public Optional<String> delete(String namespace, String key) throws IOException {
        synchronized (writing) {
            Map<String, String> old = table.get(namespace);
            if (old == null || !old.containsKey(key)) {
                return Optional.empty();
            }
            Map<String, Map<String, String>> changed = new TreeMap<>(table);
            Map<String, String> entries = new TreeMap<>(old);
            String before = entries.remove(key);
            changed.put(namespace, entries);
            store(changed);
            listener.accept(namespace);
            return Optional.ofNullable(before);
        }
    }

    private void store(Map<String, Map<String, String>> changed) throws IOException {
        byte[] bytes = format.encode(changed);
        if (bytes.length > MAX_BYTES) {
            throw new KvStoreFull(bytes.length);
        }
        file.write(bytes);
        table = frozen(changed);
    }

    /** Entries and what they are encoded; the entries of an unchanged namespace stay the same object. */
    @SuppressWarnings("ArrayRecordComponent") // Compared by its entries alone.
    private record Encoded(Map<String, String> entries, byte[] body) {}

    private static boolean isValid(KvFormat format, byte[] bytes) {
        try {
            format.decode(bytes);
            return true;
        } catch (IOException malformed) {
            LOG.warn("kv file is not valid reason=[{}]", firstLine(malformed));
            return false;
        }
    }

    private static String firstLine(IOException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private static int entries(Map<String, Map<String, String>> table) {
        return table.values().stream().mapToInt(Map::size).sum();
    }

    private static Map<String, Map<String, String>> frozen(Map<String, Map<String, String>> table) {
        Map<String, Map<String, String>> copy = new TreeMap<>();
        table.forEach((namespace, entries) -> copy.put(namespace, Map.copyOf(entries)));
        return Map.copyOf(copy);
    }
}
