package io.pharos.interop.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** This side of an agent: one order at a time, each with a bound on its time. */
final class AgentProcess {
    private static final String MARK = "@agent ";
    private static final int START_SECONDS = 180;

    private final ChildJvm child;
    private final BufferedReader answers;
    private final Writer orders;

    AgentProcess(ChildJvm child) {
        this.child = child;
        this.answers = child.process().inputReader(UTF_8);
        this.orders = child.process().outputWriter(UTF_8);
        bounded(this::readAnswer, START_SECONDS);
    }

    /** The words of the answer to an order that must not take longer than the given time. */
    synchronized List<String> order(int seconds, List<String> words) {
        try {
            String line =
                    words.stream().map(word -> URLEncoder.encode(word, UTF_8)).collect(Collectors.joining(" "));
            orders.write(line + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the agent is gone; see " + child.folder(), e);
        }
        return bounded(this::readAnswer, seconds);
    }

    private List<String> readAnswer() {
        try {
            @Nullable String line = answers.readLine();
            while (line != null && !line.startsWith(MARK)) {
                line = answers.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("the agent ended; see " + child.folder());
            }
            List<String> words = Arrays.stream(line.substring(MARK.length()).split(" ", -1))
                    .map(word -> URLDecoder.decode(word, UTF_8))
                    .toList();
            if (!words.get(0).equals("ok")) {
                throw new IllegalStateException("the agent failed: " + words);
            }
            return words.subList(1, words.size());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from the agent", e);
        }
    }

    private static void onOwnThread(Runnable work) {
        Thread thread = new Thread(work, "agent-answer");
        thread.setDaemon(true);
        thread.start();
    }

    private <T> T bounded(Supplier<T> work, int seconds) {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(work, AgentProcess::onOwnThread);
        try {
            return result.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            child.kill();
            throw new IllegalStateException("no answer within " + seconds + " s; see " + child.folder(), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an agent", e);
        }
    }
}
