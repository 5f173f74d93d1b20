package io.pharos.interop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.tools.command.MQAdminStartup;

/**
 * {@code mqadmin} for many orders in one process, because a start costs seconds. Order {@code SECONDS ARGUMENTS...} runs
 * one sub-command and answers how it ended (done, or running still after the given time), its output and its errors.
 */
public final class AdminAgent {
    private AdminAgent() {}

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        Agent.serve(words -> run(Integer.parseInt(words.get(0)), words.subList(1, words.size())));
    }

    private static List<String> run(int seconds, List<String> arguments) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream standardOut = System.out;
        PrintStream standardErr = System.err;
        System.setOut(new PrintStream(out, true, UTF_8));
        System.setErr(new PrintStream(err, true, UTF_8));
        try {
            String[] words = arguments.toArray(String[]::new);
            Thread thread = new Thread(() -> MQAdminStartup.main0(words, null), "mqadmin");
            thread.setDaemon(true);
            thread.start();
            thread.join(TimeUnit.SECONDS.toMillis(seconds));
            boolean running = thread.isAlive();
            if (running) {
                thread.interrupt();
                thread.join(TimeUnit.SECONDS.toMillis(5));
            }
            return List.of(running ? "running" : "done", out.toString(UTF_8), err.toString(UTF_8));
        } finally {
            System.setOut(standardOut);
            System.setErr(standardErr);
        }
    }
}
