package io.pharos.base;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One folder in memory that loses power at a chosen operation. A write under way is torn at a random byte; renames and
 * deletions since the last sync of the folder each survive or not, in order, up to a random one.
 */
final class CrashingFileOps implements FileOps {
    private final Random random;
    private Map<Path, byte[]> visible = new HashMap<>();
    private Map<Path, byte[]> durable = new HashMap<>();
    private final List<Map<Path, byte[]>> sinceSync = new ArrayList<>();
    private int operationsLeft = Integer.MAX_VALUE;
    private boolean failOnly;

    CrashingFileOps(long seed) {
        this.random = new Random(seed);
    }

    /** Power is lost in the operation after so many good ones. */
    void losePowerAfter(int operations) {
        operationsLeft = operations;
        failOnly = false;
    }

    /** The operation after so many good ones fails without effect, the ones after it succeed. */
    void failOnceAfter(int operations) {
        operationsLeft = operations;
        failOnly = true;
    }

    /** Power is back: what was not durable is settled by chance. */
    void restart() {
        int survivors = random.nextInt(sinceSync.size() + 1);
        visible = new HashMap<>(survivors == 0 ? durable : sinceSync.get(survivors - 1));
        durable = new HashMap<>(visible);
        sinceSync.clear();
        operationsLeft = Integer.MAX_VALUE;
    }

    /** Replaces a file behind everybody's back. */
    void damage(Path file, byte[] content) {
        visible.put(file, content);
        durable.put(file, content);
    }

    List<Path> files() {
        return visible.keySet().stream().sorted().toList();
    }

    @Override
    public byte[] read(Path file) throws IOException {
        byte[] content = visible.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return content.clone();
    }

    @Override
    public void writeAndSync(Path file, byte[] content) throws IOException {
        if (operationsLeft == 0 && !failOnly) {
            visible.put(file, Arrays.copyOf(content, random.nextInt(content.length + 1)));
            sinceSync.add(new HashMap<>(visible));
        }
        step();
        visible.put(file, content.clone());
        // The bytes are safe, the name of a new file is not: as POSIX has it.
        sinceSync.add(new HashMap<>(visible));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        byte[] content = visible.remove(from);
        if (content == null) {
            throw new NoSuchFileException(from.toString());
        }
        visible.put(to, content);
        sinceSync.add(new HashMap<>(visible));
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        step();
        durable = new HashMap<>(visible);
        sinceSync.clear();
    }

    @Override
    public List<Path> list(Path folder) {
        return List.copyOf(visible.keySet());
    }

    @Override
    public void delete(Path file) throws IOException {
        step();
        visible.remove(file);
        sinceSync.add(new HashMap<>(visible));
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        step();
    }

    private void step() throws IOException {
        if (operationsLeft == 0) {
            if (failOnly) {
                operationsLeft = Integer.MAX_VALUE;
                throw new IOException("disk full");
            }
            throw new IOException("power lost");
        }
        operationsLeft--;
    }
}
