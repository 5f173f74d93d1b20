package io.pharos.nameserver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an operator changes leaves one line: what, from where, before, after. */
class AuditTest {
    @TempDir
    private Path folder;

    private final Logger trail = (Logger) LoggerFactory.getLogger("audit");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        trail.setLevel(Level.INFO);
        trail.addAppender(lines);
    }

    @AfterEach
    void stop() {
        trail.detachAppender(lines);
        trail.setLevel(null);
    }

    @Test
    void everyChangeLeavesOneLineAndWhatChangesNothingNone() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            RevisionTest.register(rig);
            List<Request> requests = List.of(
                    new PutKvConfig("space", "key", "one"),
                    new PutKvConfig("space", "key", "two\nlines"),
                    new PutKvConfig("space", "key", "two\nlines"),
                    new DeleteKvConfig("space", "key"),
                    new DeleteKvConfig("space", "key"),
                    new UpdateNamesrvConfig(ByteBuffer.wrap("enableTopicList=false".getBytes(US_ASCII))),
                    new UpdateNamesrvConfig(ByteBuffer.wrap("enableTopicList=false".getBytes(US_ASCII))),
                    new SetFence(null, "a", null, "upgrade", null),
                    new LiftFence(null, "a", null, null),
                    new DeleteTopic("orders", null),
                    new DeleteTopic("orders", null));
            for (Request request : requests) {
                assertThat(rig.call(request).code()).isZero();
            }
        }
        List<String> written =
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(written).hasSize(7).allMatch(line -> line.contains("peer=[127.0.0.1:"));
        assertThat(written.get(0)).startsWith("kv put what=[space/key]").endsWith("before=[nothing] after=[one]");
        assertThat(written.get(1)).startsWith("kv put what=[space/key]").endsWith("before=[one] after=[two?lines]");
        assertThat(written.get(2)).startsWith("kv deleted what=[space/key]").endsWith("after=[nothing]");
        assertThat(written.get(3))
                .startsWith("config updated what=[enableTopicList]")
                .endsWith("before=[true] after=[false]");
        assertThat(written.get(4)).startsWith("fence changed what=[").contains("upgrade");
        assertThat(written.get(5)).startsWith("fence changed what=[");
        assertThat(written.get(6)).startsWith("topic deleted what=[orders]").contains("before=[on a]");
    }
}
