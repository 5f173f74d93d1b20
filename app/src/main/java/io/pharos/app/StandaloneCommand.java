package io.pharos.app;

import io.pharos.nameserver.NameServer;
import io.pharos.nameserver.config.NameServerConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs everything there is on this machine's loopback address, to try it out. */
@Command(
        mixinStandardHelpOptions = true,
        name = "standalone",
        description = "Runs everything on the loopback address, with its data in a local folder.",
        sortOptions = false,
        exitCodeOnInvalidInput = NameServerRun.BAD_OPTION)
final class StandaloneCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--port", defaultValue = "9876", description = "Port of the name server; default ${DEFAULT-VALUE}.")
    private String port = "9876";

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            defaultValue = "data/standalone",
            description = "Folder of all files; default ${DEFAULT-VALUE}.")
    private Path data = Path.of("data", "standalone");

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = VersionCommand.lineOf(spec);
        NameServerRun run = new NameServerRun(line.getOut(), line.getErr());
        Path folder = data.toAbsolutePath().normalize();
        NameServerConfig config = run.configure(
                null,
                Map.of(
                        "bindAddress",
                        "127.0.0.1",
                        "listenPort",
                        port,
                        "dataDir",
                        folder.resolve("nameserver").toString()));
        if (config == null) {
            return NameServerRun.FAILED;
        }
        return run.serve(config, started -> greet(line.getOut(), started, folder));
    }

    private static void greet(PrintWriter out, NameServer server, Path folder) {
        out.println();
        out.println("name server   127.0.0.1:" + server.port());
        server.metricsUrl().ifPresent(url -> out.println("metrics       " + url + "/metrics"));
        out.println("data          " + folder);
        out.println();
        out.println("Next, in another terminal, a released RocketMQ broker and its tools:");
        out.println("  NAMESRV_ADDR=127.0.0.1:" + server.port() + " interop/peers/stock broker");
        out.println("  interop/peers/stock mqadmin clusterList -n 127.0.0.1:" + server.port());
        out.println("Ctrl-C stops.");
    }
}
