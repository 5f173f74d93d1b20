package io.pharos.nameserver.fence;

import io.pharos.base.FileOps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The machine's file system until a chosen operation; from then on every one fails, the first in the middle. */
final class FailingFileOps implements FileOps {
    private final FileOps real = FileOps.system();
    private int left = Integer.MAX_VALUE;

    /** So many operations succeed yet. */
    void failAfter(int operations) {
        left = operations;
    }

    @Override
    public byte[] read(Path file) throws IOException {
        return real.read(file);
    }

    @Override
    public void writeAndSync(Path file, byte[] content) throws IOException {
        if (left == 0) {
            left--;
            real.writeAndSync(file, Arrays.copyOf(content, content.length / 2));
        }
        step();
        real.writeAndSync(file, content);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        real.rename(from, to);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        step();
        real.syncFolder(folder);
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        return real.list(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
        step();
        real.delete(file);
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        step();
        real.createFolders(folder);
    }

    private void step() throws IOException {
        if (left <= 0) {
            throw new IOException("no space left");
        }
        left--;
    }
}
