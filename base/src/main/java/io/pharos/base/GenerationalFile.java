package io.pharos.base;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A small file that is replaced as a whole and survives loss of power, a full disk and damage.
 *
 * <p>Each {@link #write} makes a new generation beside the named file, {@code <name>.gen-<number>}:
 *
 * <pre>
 * pharos-generation 1 crc32c=1a2b3c4d length=123 LF   (hexadecimal, decimal)
 * content, length bytes
 * </pre>
 *
 * <p>It is written under a temporary name, synced, renamed, and the folder is synced. The newest generations are kept,
 * older ones deleted. A <em>plain</em> file also has the bare content under its own name, replaced in the same way, for
 * other programs to read and replace: on load that content wins whenever it is valid, and a generation is used only
 * when it is not. So what is loaded is what the last successful write gave, or what another program put there since; a
 * write that was under way when power was lost may have happened or not.
 *
 * <p>{@link #load} and {@link #write} exclude each other; they block on the disk.
 */
public final class GenerationalFile {
    private static final Pattern HEADER =
            Pattern.compile("pharos-generation 1 crc32c=([0-9a-f]{8}) length=([0-9]{1,10})");
    private static final int MAX_HEADER_BYTES = 80;

    private final Path file;
    private final Path folder;
    private final String name;
    private final int kept;
    private final @Nullable Predicate<byte[]> plainValidity;
    private final FileOps ops;
    private final Pattern generationName;
    private final Pattern leftover;
    private final Object lock = new Object();

    /** Number of the newest generation, damaged ones included; negative until the folder was looked at. */
    private long newest = -1;

    private GenerationalFile(Path file, int kept, @Nullable Predicate<byte[]> plainValidity, FileOps ops) {
        if (kept < 2) {
            throw new IllegalArgumentException("kept=" + kept + " must be 2 or more");
        }
        this.file = file.toAbsolutePath().normalize();
        Path parent = this.file.getParent();
        Path fileName = this.file.getFileName();
        if (parent == null || fileName == null) {
            throw new IllegalArgumentException("no file name in " + file);
        }
        this.folder = parent;
        this.name = fileName.toString();
        this.kept = kept;
        this.plainValidity = plainValidity;
        this.ops = ops;
        this.generationName = Pattern.compile(Pattern.quote(name) + "\\.gen-([0-9]{1,18})");
        this.leftover = Pattern.compile(Pattern.quote(name) + "(\\.gen-[0-9]{1,18})?\\.tmp");
    }

    /**
     * A file of this program's own format, of which only generations exist.
     *
     * @param file names the generations; nothing is touched before the first call
     * @param kept generations, the newest included; 2 or more
     */
    public static GenerationalFile sealed(Path file, int kept, FileOps ops) {
        return new GenerationalFile(file, kept, null, ops);
    }

    /**
     * A file whose bare content other programs may read and replace.
     *
     * @param file holds the bare content
     * @param kept generations, the newest included; 2 or more
     * @param validity whether bytes found in the file are usable
     */
    public static GenerationalFile plain(Path file, int kept, Predicate<byte[]> validity, FileOps ops) {
        return new GenerationalFile(file, kept, validity, ops);
    }

    /** The file's absolute path. */
    public Path path() {
        return file;
    }

    /**
     * Replaces the content. When this returns, the content is on the device. When it throws, the old content holds,
     * unless the very last step failed, the sync of a folder that already shows the new one.
     *
     * @throws IOException names the file and the reason
     */
    public void write(byte[] content) throws IOException {
        synchronized (lock) {
            try {
                ops.createFolders(folder);
                if (newest < 0) {
                    newest = generations().stream()
                            .mapToLong(Generation::number)
                            .max()
                            .orElse(0);
                }
                dropOldGenerations();
                newest++;
                Path generation = folder.resolve(name + ".gen-" + newest);
                replace(generation, seal(content));
                if (plainValidity != null) {
                    exportPlain(content, generation);
                }
            } catch (IOException failure) {
                throw new IOException("cannot write " + file + ": " + reason(failure), failure);
            }
        }
    }

    /**
     * Reads the newest good content. Damaged files are renamed to {@code <name>.damaged-<n>} so that a person can look
     * at them and no later start trips over them.
     *
     * @throws IOException when the folder or a file cannot be read or renamed at all; names the file and the reason
     */
    public Loaded load() throws IOException {
        synchronized (lock) {
            List<String> problems = new ArrayList<>();
            try {
                Optional<Loaded> plain = plainValidity == null ? Optional.empty() : loadPlain(plainValidity, problems);
                Optional<Loaded> generation = loadGeneration(problems);
                if (!problems.isEmpty()) {
                    ops.syncFolder(folder);
                }
                Loaded found = plain.or(() -> generation).orElse(Loaded.NOTHING);
                return new Loaded(found.content, found.source, problems);
            } catch (IOException failure) {
                throw new IOException(
                        "cannot read " + file + ": " + reason(failure) + "; make it readable or move it away", failure);
            }
        }
    }

    private Optional<Loaded> loadPlain(Predicate<byte[]> validity, List<String> problems) throws IOException {
        byte[] content;
        try {
            content = read(file);
        } catch (NoSuchFileException | FileNotFoundException none) {
            return Optional.empty();
        }
        if (validity.test(content)) {
            return Optional.of(new Loaded(content, file, List.of()));
        }
        setAside(file, "its content is not valid, length=" + content.length, problems);
        return Optional.empty();
    }

    private Optional<Loaded> loadGeneration(List<String> problems) throws IOException {
        for (Generation generation : generations()) {
            newest = Math.max(newest, generation.number);
            byte[] sealed = read(generation.path);
            byte[] content = unseal(sealed);
            if (content != null) {
                return Optional.of(new Loaded(content, generation.path, List.of()));
            }
            setAside(generation.path, "its checksum does not match, length=" + sealed.length, problems);
        }
        return Optional.empty();
    }

    /** As the operations do, but a failure names the file, which that of a folder in its place does not. */
    private byte[] read(Path path) throws IOException {
        try {
            return ops.read(path);
        } catch (FileSystemException | FileNotFoundException named) {
            throw named;
        } catch (IOException failure) {
            throw new IOException(path + " " + failure.getMessage(), failure);
        }
    }

    private void exportPlain(byte[] content, Path generation) throws IOException {
        try {
            replace(file, content);
        } catch (IOException failure) {
            // The caller hears that nothing changed, so the generation must not come back after damage to the file.
            try {
                ops.delete(generation);
            } catch (IOException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }

    private void replace(Path target, byte[] content) throws IOException {
        Path temporary = folder.resolve(target.getFileName() + ".tmp");
        ops.writeAndSync(temporary, content);
        ops.rename(temporary, target);
        ops.syncFolder(folder);
    }

    /** Makes room before a write, so that a failure here leaves everything as it was. */
    private void dropOldGenerations() throws IOException {
        for (Path path : ops.list(folder)) {
            if (leftover.matcher(String.valueOf(path.getFileName())).matches()) {
                ops.delete(path);
            }
        }
        List<Generation> all = generations();
        for (Generation old : all.subList(Math.min(kept - 1, all.size()), all.size())) {
            ops.delete(old.path);
        }
    }

    /** Newest first. */
    private List<Generation> generations() throws IOException {
        List<Generation> found = new ArrayList<>();
        for (Path path : ops.list(folder)) {
            Matcher matcher = generationName.matcher(String.valueOf(path.getFileName()));
            if (matcher.matches()) {
                found.add(new Generation(Long.parseLong(matcher.group(1)), path));
            }
        }
        found.sort(Comparator.comparingLong(Generation::number).reversed());
        return found;
    }

    private void setAside(Path damaged, String why, List<String> problems) throws IOException {
        List<Path> taken = ops.list(folder);
        int number = 1;
        Path aside = folder.resolve(name + ".damaged-" + number);
        while (taken.contains(aside)) {
            number++;
            aside = folder.resolve(name + ".damaged-" + number);
        }
        ops.rename(damaged, aside);
        problems.add(damaged + " is damaged (" + why + "), set aside as " + aside);
    }

    private static byte[] seal(byte[] content) {
        byte[] header = String.format("pharos-generation 1 crc32c=%08x length=%d%n", checksum(content), content.length)
                .replace("\r\n", "\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] sealed = Arrays.copyOf(header, header.length + content.length);
        System.arraycopy(content, 0, sealed, header.length, content.length);
        return sealed;
    }

    private static byte @Nullable [] unseal(byte[] sealed) {
        int end = 0;
        int limit = Math.min(sealed.length, MAX_HEADER_BYTES);
        while (end < limit && sealed[end] != '\n') {
            end++;
        }
        Matcher header = HEADER.matcher(new String(sealed, 0, end, StandardCharsets.US_ASCII));
        if (end == limit || !header.matches()) {
            return null;
        }
        byte[] content = Arrays.copyOfRange(sealed, end + 1, sealed.length);
        boolean intact = Long.parseLong(header.group(2)) == content.length
                && Integer.parseUnsignedInt(header.group(1), 16) == checksum(content);
        return intact ? content : null;
    }

    private static int checksum(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }

    private static String reason(IOException failure) {
        String kind = failure.getClass().getSimpleName();
        return failure.getMessage() == null ? kind : kind + " " + failure.getMessage();
    }

    private record Generation(long number, Path path) {}

    /** What {@link #load} found. Immutable, but for the array, which the receiver owns. */
    public static final class Loaded {
        private static final Loaded NOTHING = new Loaded(null, null, List.of());

        private final byte @Nullable [] content;
        private final @Nullable Path source;
        private final List<String> problems;

        private Loaded(byte @Nullable [] content, @Nullable Path source, List<String> problems) {
            this.content = content;
            this.source = source;
            this.problems = List.copyOf(problems);
        }

        /** The newest good content; empty when there is none. */
        public Optional<byte[]> content() {
            return Optional.ofNullable(content);
        }

        /** Where the content came from; empty when there is none. */
        public Optional<Path> source() {
            return Optional.ofNullable(source);
        }

        /** One sentence per damaged file that was met, for the log; empty when all is well. */
        public List<String> problems() {
            return problems;
        }
    }
}
