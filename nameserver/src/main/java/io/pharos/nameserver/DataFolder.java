package io.pharos.nameserver;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The folder of one running name server: no second one may use it. The lock ends with the process at the latest. */
final class DataFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel lockFile;

    private DataFolder(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Creates the folder if need be and locks it.
     *
     * @throws IOException when it cannot be used; says which folder, why, and what to do
     */
    static DataFolder open(Path path) throws IOException {
        FileChannel channel;
        try {
            Files.createDirectories(path);
            channel = FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException noFolder) {
            throw new IOException(
                    "data folder " + path + " cannot be made: " + noFolder.getFile()
                            + " is no folder; give another folder with --data",
                    noFolder);
        } catch (IOException failure) {
            throw new IOException(
                    "data folder " + path + " cannot be used ("
                            + failure.getClass().getSimpleName()
                            + "); give a folder that can be written to with --data",
                    failure);
        }
        try {
            if (channel.tryLock() != null) {
                return new DataFolder(path, channel);
            }
        } catch (OverlappingFileLockException sameProcess) {
            channel.close();
            throw inUse(path, sameProcess);
        } catch (IOException failure) {
            channel.close();
            throw new IOException(
                    "data folder " + path + " cannot be locked: " + failure.getMessage()
                            + "; give a folder on another file system with --data",
                    failure);
        }
        channel.close();
        throw inUse(path, null);
    }

    Path path() {
        return path;
    }

    /** Lets others use it. */
    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private static IOException inUse(Path path, @Nullable Exception cause) {
        return new IOException(
                "data folder " + path + " is in use by another name server; stop it or give another folder with --data",
                cause);
    }
}
