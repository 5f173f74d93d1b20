package io.pharos.app;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command without a verb: says what there is. */
@Command(
        name = "pharos",
        description = "A message queue that speaks Apache RocketMQ's remoting protocol.",
        mixinStandardHelpOptions = true)
final class PharosCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--version", description = "Prints the version.")
    private boolean version;

    @Override
    public Integer call() {
        CommandLine line = VersionCommand.lineOf(spec);
        if (version) {
            line.getOut().println(VersionCommand.text());
            return 0;
        }
        line.usage(line.getErr());
        return NameServerRun.BAD_OPTION;
    }
}
