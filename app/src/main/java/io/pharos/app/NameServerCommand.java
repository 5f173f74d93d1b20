package io.pharos.app;

import io.pharos.nameserver.config.NameServerConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a name server until it is told to stop. Its flags are those of the original's {@code mqnamesrv} and more. */
@Command(
        mixinStandardHelpOptions = true,
        name = "nameserver",
        description = "Runs a name server.",
        sortOptions = false,
        exitCodeOnInvalidInput = NameServerRun.BAD_OPTION)
final class NameServerCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-c", "--configFile"},
            paramLabel = "FILE",
            description = "Properties file, the original's keys are accepted.")
    private @Nullable Path configFile;

    @Option(
            names = {"-n", "--namesrvAddr"},
            paramLabel = "LIST",
            description = "Accepted without effect, as by the original.")
    private @Nullable String nameServers;

    @Option(
            names = {"-p", "--printConfigItem"},
            description = "Prints all settings and ends.")
    private boolean print;

    @Option(names = "--listen", paramLabel = "[ADDRESS:]PORT", description = "Where to listen; default 0.0.0.0:9876.")
    private @Nullable String listen;

    @Option(names = "--data", paramLabel = "FOLDER", description = "Folder of all files; default ~/namesrv.")
    private @Nullable Path data;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any setting; wins over the file. May be repeated.")
    private Map<String, String> settings = new HashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = VersionCommand.lineOf(spec);
        Map<String, String> flags = new HashMap<>(settings);
        if (data != null) {
            flags.put("dataDir", data.toString());
        }
        if (listen != null) {
            flags.putAll(ListenFlag.parse(listen, line));
        }
        if (nameServers != null) {
            line.getErr().println("pharos: -n has no effect: name servers do not know each other");
        }
        NameServerRun run = new NameServerRun(line.getOut(), line.getErr());
        NameServerConfig config = run.configure(configFile, flags);
        if (config == null) {
            return NameServerRun.FAILED;
        }
        if (configFile != null) {
            line.getOut().println("load config properties file OK, " + configFile);
        }
        if (print) {
            line.getOut().print(config.printed());
            line.getOut().flush();
            return 0;
        }
        return run.serve(config, started -> {});
    }
}
