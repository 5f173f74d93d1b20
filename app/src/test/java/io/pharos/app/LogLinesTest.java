package io.pharos.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every log line is one event with stable words: {@code some words key=[value] key=[value]}. */
class LogLinesTest {
    private static final List<String> MODULES = List.of("base", "protocol", "remoting", "nameserver", "client", "app");
    private static final Pattern CALL = Pattern.compile("LOG\\.(?:trace|debug|info|warn|error)\\(");
    private static final Pattern TEXT = Pattern.compile("\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*([+,)])");
    private static final Pattern LINE =
            Pattern.compile("(?:\\{}|[A-Za-z][A-Za-z,'()\\- ]*[A-Za-z)])(?: [a-zA-Z]+=\\[[^\\[\\]]*])*");

    @Test
    void everyLineHasWordsAndValuesByName() throws IOException {
        List<String> texts = texts();

        assertThat(texts)
                .hasSizeGreaterThan(50)
                .allMatch(text -> LINE.matcher(text).matches());
    }

    private static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String source = Files.readString(file);
                    Matcher call = CALL.matcher(source);
                    while (call.find()) {
                        texts.add(text(source, call.end()));
                    }
                }
            }
        }
        return texts;
    }

    /** The first argument, whose parts may be joined by plus; what is no literal is no line of this form. */
    private static String text(String source, int begin) {
        StringBuilder text = new StringBuilder();
        Matcher part = TEXT.matcher(source);
        int at = begin;
        while (part.find(at) && part.start() == at) {
            text.append(part.group(1));
            at = part.end();
            if (!part.group(2).equals("+")) {
                return text.toString();
            }
        }
        return "no literal: " + source.substring(begin, source.indexOf(';', begin));
    }
}
