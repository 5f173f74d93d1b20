package io.pharos.app;

import io.pharos.base.Clock;
import io.pharos.nameserver.NameServer;
import io.pharos.nameserver.config.InvalidConfig;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.nameserver.config.NameServerConfigReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts a name server from this process's surroundings and keeps it running until the process is told to stop. */
final class NameServerRun {
    /** Exit code of a start that failed; seen as 255, as the original's. */
    static final int FAILED = -1;

    /** Exit code of a bad option, as the original's. */
    static final int BAD_OPTION = 1;

    private final PrintWriter out;
    private final PrintWriter err;

    NameServerRun(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Reads all settings; null when they are not valid, which has been told. */
    @Nullable
    NameServerConfig configure(@Nullable Path file, Map<String, String> flags) {
        Map<String, String> properties = new HashMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> {
            String value = System.getProperty(name);
            if (value != null) {
                properties.put(name, value);
            }
        });
        NameServerConfigReader reader =
                NameServerConfig.reader().systemProperties(properties).environment(System.getenv());
        if (file != null) {
            reader.file(file);
        }
        try {
            return reader.flags(flags).build();
        } catch (InvalidConfig invalid) {
            fail(invalid);
            return null;
        }
    }

    /**
     * Runs a name server.
     *
     * @param started is told once it answers
     * @return the exit code, when the process is told to stop or the start failed
     */
    int serve(NameServerConfig config, Consumer<NameServer> started) throws InterruptedException {
        NameServer server;
        try {
            server = NameServer.start(config, Clock.system());
        } catch (IOException failure) {
            fail(failure);
            return FAILED;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
        // Scripts wait for this very line of the original.
        out.println("The Name Server boot success. serializeType=JSON, address " + server.address());
        started.accept(server);
        new CountDownLatch(1).await();
        return 0;
    }

    private void fail(Exception failure) {
        err.println("pharos: name server not started: "
                + String.valueOf(failure.getMessage()).replace('\n', ' '));
    }
}
