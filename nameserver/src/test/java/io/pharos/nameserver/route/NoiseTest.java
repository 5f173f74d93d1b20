package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import io.pharos.testkit.LogLines;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever brokers repeat, the log stays short and says how much it leaves out. */
class NoiseTest {
    private final RoutesFixture server = new RoutesFixture();
    private final RegistrationHeader a = master("a");
    private final LogLines lines = new LogLines("io.pharos");

    @AfterEach
    void stop() {
        lines.close();
    }

    @Test
    void aClusterThatComesAndGoesAtOnceIsToldInFullAndOneThatDoesSoAllTheTimeIsNot() {
        comeAndGo(1, 300);
        assertThat(lines.of(
                        "broker registered cluster=[c1] broker=[a] id=[0] address=[a:10911] topics=[1] connection=["))
                .hasSize(300);
        assertThat(lines.of("broker removed cluster=[c1] broker=[a] id=[0] address=[a:10911] connection=["))
                .hasSize(300);

        comeAndGo(301, 5_000);
        assertThat(lines.of("broker ")).hasSize(1_000);

        server.clock.advance(Duration.ofSeconds(10));
        comeAndGo(5_001, 5_001);
        assertThat(lines.of("broker ")).hasSize(1_002);
        assertThat(lines.of("log lines left out"))
                .containsExactly("log lines left out about=[brokers that came and left] lines=[9000]");
    }

    @Test
    void idsThatAreFoughtOverAreBoundedToo() {
        for (int i = 0; i < 2_000; i++) {
            server.register(
                    RoutesFixture.broker("c1", "a", 0, (i % 2 == 0 ? "x" : "y") + ":10911", true),
                    topics(1, "t"),
                    i + 1L);
        }

        assertThat(lines.of("broker id taken over cluster=[c1] broker=[a] id=[0] from=["))
                .hasSizeBetween(300, 1_000);
        assertThat(lines.of("broker ")).hasSize(1_000);
    }

    @Test
    void topicsThatLeaveAreToldAFewTimes() {
        String[] many = IntStream.range(0, 2_000).mapToObj(i -> "topic-" + i).toArray(String[]::new);
        server.register(a, whole(a, 1, many), 1);
        server.register(a, whole(a, 2), 1);
        server.register(a, whole(a, 3), 1);

        assertThat(server.knows("topic-7")).isFalse();
        assertThat(lines.of("topic left broker=[a] topic=[topic-")).hasSize(100);
    }

    @Test
    void registrationsThatAreRefusedAreToldAFewTimes() {
        server.register(a, topics(1, "orders"), 9);
        for (int i = 0; i < 500; i++) {
            assertThatThrownBy(() -> server.registerSlowly(a, topics(2, "orders"), 1))
                    .isInstanceOf(RequestFailed.class);
        }

        assertThat(lines.of("registration refused cluster=[c1] broker=[a] id=[0] address=[a:10911] reason=["))
                .hasSize(100);
    }

    private void comeAndGo(long first, long last) {
        for (long connection = first; connection <= last; connection++) {
            server.register(a, topics(1, "orders"), connection);
            server.close(connection);
        }
    }
}
