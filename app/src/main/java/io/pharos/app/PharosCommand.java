package io.pharos.app;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a verb: says what there is. */
@Command(
        name = "pharos",
        description = "A message queue that speaks Apache RocketMQ's remoting protocol.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        exitCodeOnInvalidInput = NameServerRun.BAD_OPTION)
final class PharosCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine line = VersionCommand.lineOf(spec);
        line.usage(line.getErr());
        return NameServerRun.BAD_OPTION;
    }
}
