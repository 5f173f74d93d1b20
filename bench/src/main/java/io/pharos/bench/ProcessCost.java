package io.pharos.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a process has used so far, from the operating system's own accounting: {@code /proc/<pid>/task/<tid>/schedstat},
 * whose first number is the nanoseconds that the thread has run. A thread that ended between two samples is not counted.
 */
final class ProcessCost {
    private final Map<Long, ThreadCost> threads;

    private ProcessCost(Map<Long, ThreadCost> threads) {
        this.threads = threads;
    }

    /** CPU of a span of time, in nanoseconds: compiler threads apart, garbage collection within {@code workNanos}. */
    record Spent(long workNanos, long compilerNanos, long collectorNanos) {}

    private record ThreadCost(String name, long nanos) {
        boolean compiles() {
            return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
        }

        boolean collects() {
            return name.startsWith("GC Thread") || name.startsWith("G1 ") || name.equals("VM Thread");
        }
    }

    static ProcessCost of(long pid) {
        Map<Long, ThreadCost> threads = new HashMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                ThreadCost cost = thread(task);
                threads.put(Long.parseLong(String.valueOf(task.getFileName())), cost);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the accounting of process " + pid, e);
        }
        return new ProcessCost(threads);
    }

    private static ThreadCost thread(Path task) throws IOException {
        try {
            String name = Files.readString(task.resolve("comm")).trim();
            String stat = Files.readString(task.resolve("schedstat"));
            return new ThreadCost(name, Long.parseLong(stat.substring(0, stat.indexOf(' '))));
        } catch (NoSuchFileException endedMeanwhile) {
            return new ThreadCost("ended", 0);
        }
    }

    /** What this later sample has spent since {@code before}. */
    Spent since(ProcessCost before) {
        long work = 0;
        long compiler = 0;
        long collector = 0;
        for (Map.Entry<Long, ThreadCost> entry : threads.entrySet()) {
            ThreadCost now = entry.getValue();
            ThreadCost then = before.threads.get(entry.getKey());
            long spent = Math.max(0, now.nanos - (then == null ? 0 : then.nanos));
            if (now.compiles()) {
                compiler += spent;
            } else {
                work += spent;
                collector += now.collects() ? spent : 0;
            }
        }
        return new Spent(work, compiler, collector);
    }

    /** All that the process has spent since its start, the compiler included. */
    long totalNanos() {
        return threads.values().stream().mapToLong(ThreadCost::nanos).sum();
    }

    /** Resident memory in KiB. */
    static long residentKib(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the memory of process " + pid, e);
        }
        throw new IllegalStateException("no VmRSS for process " + pid);
    }

    /** Connections that the kernel turned away since it started because an accept queue was full, machine-wide. */
    static long acceptOverflows() {
        try {
            String[] names = {};
            for (String line : Files.readAllLines(Path.of("/proc/net/netstat"))) {
                String[] parts = line.split(" ");
                if (!parts[0].equals("TcpExt:")) {
                    continue;
                }
                if (names.length == 0) {
                    names = parts;
                    continue;
                }
                for (int i = 1; i < parts.length; i++) {
                    if (names[i].equals("ListenOverflows")) {
                        return Long.parseLong(parts[i]);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/net/netstat", e);
        }
        throw new IllegalStateException("no ListenOverflows in /proc/net/netstat");
    }
}
