package io.pharos.interop.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A release of the original whose class path the build has written down. */
public enum Release {
    /** The release that Pharos replaces. */
    V5_5_0("5.5.0"),
    /** The last release of the generation before. */
    V4_9_7("4.9.7");

    /** What the original's start scripts open on Java 17. */
    static final List<String> OPENINGS = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private final String number;

    Release(String number) {
        this.number = number;
    }

    String classpath() {
        Path file = Path.of("peers", "rocketmq-" + number, "target", "classpath.txt");
        try {
            return Files.readString(file).trim();
        } catch (IOException e) {
            throw new UncheckedIOException("the build has not written " + file.toAbsolutePath(), e);
        }
    }

    /** The class path of an agent: the release, and this module's agents behind it. */
    String agentClasspath() {
        return classpath() + ":" + Path.of("target", "test-classes").toAbsolutePath();
    }
}
