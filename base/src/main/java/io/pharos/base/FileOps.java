package io.pharos.base;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The few operations on files that durable state needs, as a seam where tests lose power or fill the disk.
 *
 * <p>Thread-safe. Every failure is an {@link IOException}.
 */
public interface FileOps {

    /** The machine's file system. */
    static FileOps system() {
        return SystemFileOps.INSTANCE;
    }

    /** The whole content; {@link java.nio.file.NoSuchFileException} when there is no such file. */
    byte[] read(Path file) throws IOException;

    /** Writes a file, replacing what it held, and returns when the bytes are on the device. Not atomic. */
    void writeAndSync(Path file, byte[] content) throws IOException;

    /** Gives a file another name in the same folder, replacing its holder, in one step. */
    void rename(Path from, Path to) throws IOException;

    /** Makes renames and deletions within a folder survive a loss of power. */
    void syncFolder(Path folder) throws IOException;

    /** The files in a folder, in no order; none when there is no such folder. */
    List<Path> list(Path folder) throws IOException;

    /** Deletes a file; does nothing when there is none. */
    void delete(Path file) throws IOException;

    /** Creates a folder and those above it; does nothing when it exists. */
    void createFolders(Path folder) throws IOException;
}
