package io.pharos.interop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of an agent: an order is one line of URL-encoded words, its answer is one line that starts with {@value
 * #MARK} followed by {@code ok} or {@code failed} and URL-encoded words. Other output is chatter of the libraries.
 */
final class Agent {
    static final String MARK = "@agent";

    /** What an agent does with one order. */
    interface Orders {
        /** Carries out {@code words} and returns the words of the answer. */
        List<String> carryOut(List<String> words) throws Exception;
    }

    private Agent() {}

    static void serve(Orders orders) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        answer(out, "ok", List.of());
        @Nullable String line = in.readLine();
        while (line != null) {
            List<String> words = Arrays.stream(line.split(" ", -1))
                    .map(word -> URLDecoder.decode(word, UTF_8))
                    .toList();
            try {
                answer(out, "ok", orders.carryOut(words));
            } catch (Exception e) {
                answer(out, "failed", List.of(String.valueOf(e)));
            }
            line = in.readLine();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(PrintStream out, String outcome, List<String> words) {
        StringBuilder line = new StringBuilder(MARK).append(' ').append(outcome);
        for (String word : words) {
            line.append(' ').append(URLEncoder.encode(word, UTF_8));
        }
        out.println(line);
    }
}
