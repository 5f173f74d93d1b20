package io.pharos.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The entry point of the {@code pharos} command; the only place that ends the process. */
public final class Main {
    private Main() {}

    /** Runs a command line and exits with its code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /**
     * Runs a command line.
     *
     * @param out for what was asked for
     * @param err for one line that says why it failed
     * @return the exit code: 0, or what the command says; each says its own for a bad option
     */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new PharosCommand())
                .addSubcommand(new NameServerCommand())
                .addSubcommand(new StandaloneCommand())
                .addSubcommand(new ExplainCommand())
                .addSubcommand(new VersionCommand())
                .setOut(out)
                .setErr(err);
        line.setParameterExceptionHandler((failure, arguments) -> badOption(failure, err));
        line.setExecutionExceptionHandler((failure, command, result) -> {
            err.println("pharos: unexpected failure: " + failure);
            failure.printStackTrace(err);
            return NameServerRun.FAILED;
        });
        return line.execute(args);
    }

    private static int badOption(ParameterException failure, PrintWriter err) {
        String reason = String.valueOf(failure.getMessage()).replace('\n', ' ');
        String command = failure.getCommandLine().getCommandSpec().qualifiedName();
        err.println(command + ": " + reason + "; see '" + command + " --help'");
        return failure.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
    }
}
