package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The bodies that name servers exchange, and what they tell operators of each other. */
class FellowBodiesTest {
    private static final SeenBroker A = new SeenBroker("c", "a", 0, "h:1");
    private static final SeenBroker B = new SeenBroker("c", "b", -1, "[::1]:2");
    private static final String A_TEXT = "{\"cluster\":\"c\",\"brokerName\":\"a\",\"brokerId\":0,\"address\":\"h:1\"}";

    @Test
    void newsAreAsDescribed() {
        Decision lifted = new Decision(
                FenceKey.topic("t"), new Stamp(8, 0, "n1"), false, 9, new Decision.By("h:1", null), "", null);
        FellowNews news = new FellowNews("n1", 10, List.of(lifted), List.of(A));

        assertThat(new String(news.encode(), StandardCharsets.UTF_8))
                .isEqualTo("{\"node\":\"n1\",\"now\":10,\"decisions\":[{\"topic\":\"t\",\"stamp\":\"8-0-n1\","
                        + "\"fenced\":false,\"since\":9,\"address\":\"h:1\"}],\"brokers\":[" + A_TEXT + "]}");
        assertThat(FellowNews.decode(ByteBuffer.wrap(news.encode()))).isEqualTo(news);
    }

    @Test
    void brokersThatAreTooManyToNameAreLeftOut() {
        FellowNews silent = new FellowNews("n1", 10, List.of(), null);
        assertThat(FellowNews.decode(ByteBuffer.wrap(silent.encode()))).isEqualTo(silent);

        List<SeenBroker> many = IntStream.rangeClosed(0, FellowNews.MAX_BROKERS)
                .mapToObj(i -> new SeenBroker("c", "b" + i, 0, "h:1"))
                .toList();
        byte[] body = new FellowNews("n1", 10, List.of(), many).encode();
        assertThatThrownBy(() -> FellowNews.decode(ByteBuffer.wrap(body)))
                .hasMessageContaining("5001 brokers are named, at most 5000");
    }

    @Test
    void reportsAreAsDescribed() {
        FellowReport report = new FellowReport(List.of(
                new FellowReport.Entry("n2:1", "answering", 5L, List.of(A), List.of(B)),
                new FellowReport.Entry("n3:1", "unasked", null, List.of(), List.of())));

        assertThat(new String(report.encode(), StandardCharsets.UTF_8))
                .startsWith(
                        "{\"fellows\":[{\"address\":\"n2:1\",\"state\":\"answering\",\"ageMillis\":5,\"missingHere\":["
                                + A_TEXT + "],\"missingThere\":[")
                .endsWith("{\"address\":\"n3:1\",\"state\":\"unasked\",\"missingHere\":[],\"missingThere\":[]}]}");
        assertThat(FellowReport.decode(ByteBuffer.wrap(report.encode()))).isEqualTo(report);
    }
}
