package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.Brokers.master;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FellowNews;
import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.extension.GetDivergence;
import io.pharos.protocol.extension.SeenBroker;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.WipeWritePermission;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FellowHandlersTest {
    private static final SeenBroker A = new SeenBroker("c1", "a", 0, "a:10911");

    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
        server.register(master("a", "orders"));
    }

    @Test
    @Tag("31004")
    void aFellowIsToldAllDecisionsAndTheBrokers() {
        server.ask(new WipeWritePermission("a"));
        server.ask(new AddWritePermission("a"));

        FellowNews news = FellowNews.decode(server.ask(new GetDecisions(null)).body());

        assertThat(news.node()).isEqualTo("n1");
        assertThat(news.nowMillis()).isEqualTo(server.clock.wallMillis());
        assertThat(news.brokers()).containsExactly(A);
        assertThat(news.decisions()).singleElement().satisfies(decision -> {
            assertThat(decision.key()).isEqualTo(FenceKey.broker("c1", "a"));
            assertThat(decision.fenced()).as("lifted ones are told too").isFalse();
        });
    }

    @Test
    @Tag("31005")
    void divergenceIsReportedWhenItPersists() {
        SeenBroker b = new SeenBroker("c1", "b", 0, "b:10911");
        assertThat(report()).isEqualTo(new FellowReport.Entry("n2:9876", "unasked", null, List.of(), List.of()));

        server.answersOfFellows.put(
                "n2:9876", Reply.ok(new FellowNews("n2", 1, List.<Decision>of(), List.of(b)).encode()));
        server.fellows.poll();
        assertThat(report()).isEqualTo(new FellowReport.Entry("n2:9876", "answering", 0L, List.of(), List.of()));

        server.fellows.poll();
        assertThat(report()).isEqualTo(new FellowReport.Entry("n2:9876", "answering", 0L, List.of(b), List.of(A)));
    }

    private FellowReport.Entry report() {
        return FellowReport.decode(server.ask(new GetDivergence()).body())
                .fellows()
                .get(0);
    }
}
