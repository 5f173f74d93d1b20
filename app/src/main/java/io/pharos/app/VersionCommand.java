package io.pharos.app;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version of the program and of the Java that runs it. */
@Command(name = "version", description = "Prints the version.", exitCodeOnInvalidInput = NameServerRun.BAD_OPTION)
final class VersionCommand implements Callable<Integer>, CommandLine.IVersionProvider {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        lineOf(spec).getOut().println(text());
        return 0;
    }

    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    private static String text() {
        String version = Main.class.getPackage().getImplementationVersion();
        return "pharos " + (version == null ? "(not packaged)" : version) + ", Java " + Runtime.version();
    }

    /** The command line of a command that picocli has set up. */
    static CommandLine lineOf(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return spec.commandLine();
    }
}
