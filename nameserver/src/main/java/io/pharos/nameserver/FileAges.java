package io.pharos.nameserver;

import io.pharos.base.Clock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long ago a file that is kept in generations was last written, by the times on the disk. Thread-safe. */
final class FileAges {
    private final Clock clock;

    FileAges(Clock clock) {
        this.clock = clock;
    }

    /**
     * Seconds since the newest generation was written; negative when that was never, NaN when the folder can't be read.
     *
     * @param file that the generations are named by, see {@link io.pharos.base.GenerationalFile}
     */
    double seconds(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return -1;
        }
        long newest = -1;
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, entry -> isGeneration(entry, file))) {
            for (Path generation : found) {
                newest = Math.max(newest, Files.getLastModifiedTime(generation).toMillis());
            }
        } catch (IOException unreadable) {
            return Double.NaN;
        }
        return newest < 0 ? -1 : Math.max(0, clock.wallMillis() - newest) / 1_000.0;
    }

    private static boolean isGeneration(Path entry, Path file) {
        String name = String.valueOf(entry.getFileName());
        String prefix = file.getFileName() + ".gen-";
        return name.startsWith(prefix)
                && name.substring(prefix.length()).chars().allMatch(Character::isDigit);
    }
}
