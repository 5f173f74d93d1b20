package io.pharos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlainBodyTest {
    private final Landscape landscape = new Landscape(2, 100);
    private final PlainBody body = new PlainBody(landscape, 0);

    @Test
    void touchMovesNothingButTheTimeOfTheMapping() {
        List<String> before = objects();

        body.touch();

        assertThat(different(before, objects())).singleElement().asString().startsWith("\"counter\":0,");
    }

    @Test
    void changeMovesTheVersionAndOneTopic() {
        List<String> before = objects();

        int topic = body.change();

        assertThat(different(before, objects()))
                .hasSize(3)
                .anySatisfy(object ->
                        assertThat(object).contains(landscape.topic(topic)).contains("\"readQueueNums\":9"));
        assertThat(body.readQueues(topic)).isEqualTo(9);
    }

    @Test
    void everyChangeIsOfAnotherTopicUntilAllHaveChanged() {
        assertThat(IntStream.range(0, 100).map(i -> body.change())).doesNotHaveDuplicates();
    }

    private List<String> objects() {
        return Arrays.asList(new String(body.bytes(), StandardCharsets.UTF_8).split("\\{", -1));
    }

    private static List<String> different(List<String> before, List<String> after) {
        assertThat(after).hasSameSizeAs(before);
        return IntStream.range(0, before.size())
                .filter(i -> !before.get(i).equals(after.get(i)))
                .mapToObj(after::get)
                .toList();
    }
}
