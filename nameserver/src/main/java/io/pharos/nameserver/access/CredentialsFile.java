package io.pharos.nameserver.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials as a file holds them now. Secrets of HMAC cannot be kept as hashes, so a file that others than its
 * owner can read is refused.
 *
 * <p>{@link #current} is for any thread; {@link #reload} for one.
 */
public final class CredentialsFile {
    private static final Logger LOG = LoggerFactory.getLogger(CredentialsFile.class);
    private static final long MAX_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private byte[] text;
    private String problem = "";
    private volatile Credentials current;

    private CredentialsFile(Path file, byte[] text) {
        this.file = file;
        this.text = text;
        this.current = Credentials.parse(text);
    }

    /**
     * Reads a file for the first time.
     *
     * @throws IOException of one line that names the file, what is wrong with it, and the remedy
     */
    public static CredentialsFile open(Path file) throws IOException {
        try {
            return new CredentialsFile(file, read(file));
        } catch (IllegalArgumentException wrong) {
            throw new IOException("credentialsFile " + file + " refused: " + wrong.getMessage(), wrong);
        }
    }

    /** What holds now. */
    public Credentials current() {
        return current;
    }

    /** Takes over the file's content if it has changed; one that cannot be used leaves everything as it is. */
    public void reload() {
        try {
            byte[] fresh = read(file);
            if (!Arrays.equals(fresh, text)) {
                Credentials next = Credentials.parse(fresh);
                text = fresh;
                current = next;
                LOG.info(
                        "credentials reloaded file=[{}] credentials=[{}]",
                        file,
                        next.all().size());
            }
            problem = "";
        } catch (IOException | IllegalArgumentException unusable) {
            String why = String.valueOf(unusable.getMessage());
            if (!why.equals(problem)) {
                problem = why;
                LOG.error("credentials not reloaded, the old ones hold file=[{}] reason=[{}]", file, why);
            }
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
                if (granted.stream().anyMatch(OTHERS::contains)) {
                    throw new IOException("credentialsFile " + file
                            + " refused: others than its owner can read or change it; run: chmod 600 " + file);
                }
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(
                        "credentialsFile " + file + " refused: it is longer than " + MAX_BYTES + " bytes");
            }
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .strip()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (NoSuchFileException missing) {
            throw new IOException("credentialsFile " + file + " is not there", missing);
        }
    }
}
