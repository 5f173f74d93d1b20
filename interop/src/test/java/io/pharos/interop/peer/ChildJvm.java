package io.pharos.interop.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with a class path, a home folder and logs of its own. Its output goes to {@code output.log} and {@code
 * errors.log} in its folder; agents read the output instead. Safe for use by several threads.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Thread hook = new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "destroy-children");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private final Process process;
    private final Path folder;

    private ChildJvm(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /**
     * What to start.
     *
     * @param prefix of the command line; usually empty
     * @param folder becomes the home and the working folder of the process
     */
    record Launch(
            List<String> prefix,
            Path folder,
            String classpath,
            List<String> options,
            String mainClass,
            List<String> arguments) {
        Launch(Path folder, String classpath, List<String> options, String mainClass, List<String> arguments) {
            this(List.of(), folder, classpath, options, mainClass, arguments);
        }
    }

    static ChildJvm start(Launch launch, boolean outputToFile) {
        List<String> line = new ArrayList<>(launch.prefix());
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        line.addAll(List.of("-Duser.home=" + launch.folder(), "-Drocketmq.home.dir=" + launch.folder()));
        line.add("-Djava.io.tmpdir=" + launch.folder());
        line.addAll(launch.options());
        line.addAll(List.of("-cp", launch.classpath(), launch.mainClass()));
        line.addAll(launch.arguments());
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(launch.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.put("ROCKETMQ_HOME", launch.folder().toString());
        environment.remove("NAMESRV_ADDR");
        builder.redirectError(ProcessBuilder.Redirect.appendTo(
                launch.folder().resolve("errors.log").toFile()));
        if (outputToFile) {
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(
                    launch.folder().resolve("output.log").toFile()));
        }
        try {
            Files.createDirectories(launch.folder());
            Process process = builder.start();
            RUNNING.add(process);
            return new ChildJvm(process, launch.folder());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + launch.mainClass(), e);
        }
    }

    Process process() {
        return process;
    }

    /** Where the process lives and logs. */
    public Path folder() {
        return folder;
    }

    /** Whether the process has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Ends the process as {@code kill} does, and waits until it is gone. */
    public void terminate() {
        process.destroy();
        awaitExit();
    }

    private void awaitExit() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " does not end; see " + folder);
            }
            RUNNING.remove(process);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process ended", e);
        }
    }

    /** Freezes the process ({@code SIGSTOP}). */
    public void freeze() {
        run("kill", "-STOP", Long.toString(process.pid()));
    }

    /** Lets a frozen process go on ({@code SIGCONT}). */
    public void thaw() {
        run("kill", "-CONT", Long.toString(process.pid()));
    }

    /** Collects garbage in the process and answers what is used of its heap afterwards, in bytes. */
    public long heapAfterCollection() {
        String pid = Long.toString(process.pid());
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        run(jcmd, pid, "GC.run");
        String usage = run(jcmd, pid, "GC.heap_info");
        long used = 0;
        for (String line : usage.lines().toList()) {
            if (line.contains("def new generation") || line.contains("tenured generation")) {
                String text = line.substring(line.indexOf("used ") + 5);
                used += Long.parseLong(text.substring(0, text.indexOf('K'))) * 1024;
            }
        }
        if (used == 0) {
            throw new IllegalStateException("cannot read the heap's use from: " + usage);
        }
        return used;
    }

    /** The number of threads of the process. */
    public int threads() {
        return status("Threads:");
    }

    /** The number of open file descriptors of the process. */
    public int descriptors() {
        String[] names =
                Path.of("/proc", Long.toString(process.pid()), "fd").toFile().list();
        return names == null ? 0 : names.length;
    }

    private int status(String key) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (line.startsWith(key)) {
                    return Integer.parseInt(line.substring(key.length()).trim());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the process's status", e);
        }
        throw new IllegalStateException("no " + key + " in the process's status");
    }

    static String run(String... line) {
        try {
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", line) + " failed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + String.join(" ", line), e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
