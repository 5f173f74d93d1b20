package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.NameServerRequests;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole name server behind a real socket. */
class NameServerSmokeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void everyRequestOfTheProtocolHasAHandler() throws Exception {
        try (NameServer server = start("a");
                EventLoop timer = new EventLoop("test");
                RemotingClient client = client(timer)) {
            for (RequestSpec<?> spec : NameServerRequests.ALL) {
                Command answer = call(client, server, new Bare(spec));

                assertThat(answer.code()).as(spec.name()).isNotEqualTo(3);
            }
        }
    }

    @Test
    void aValueSurvivesARestart() throws Exception {
        try (EventLoop timer = new EventLoop("test");
                RemotingClient client = client(timer)) {
            try (NameServer server = start("a")) {
                assertThat(call(client, server, new PutKvConfig("ns", "k", "v")).code())
                        .isZero();
            }
            try (NameServer server = start("a")) {
                Command answer = call(client, server, new GetKvConfig("ns", "k"));

                assertThat(answer.ext().get("value")).isEqualTo("v");
                assertThat(call(client, server, new GetKvConfig("ns", "other")).remark())
                        .isEqualTo("No config item, Namespace: ns Key: other");
            }
        }
    }

    @Test
    void twoServersLiveInOneProcessButNotInOneFolder() throws Exception {
        try (NameServer first = start("a");
                NameServer second = start("b")) {
            assertThat(first.port()).isNotEqualTo(second.port());
            assertThatThrownBy(() -> start("a"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another name server");
        }
    }

    private NameServer start(String data) throws Exception {
        NameServerConfig config = NameServerConfig.reader()
                .flags(Map.of(
                        "bindAddress",
                        "127.0.0.1",
                        "listenPort",
                        "0",
                        "dataDir",
                        folder.resolve(data).toString()))
                .build();
        return NameServer.start(config, Clock.system());
    }

    private static RemotingClient client(EventLoop timer) throws IOException {
        return new RemotingClient("test", RemotingClientConfig.DEFAULT, Clock.system(), timer);
    }

    private static Command call(RemotingClient client, NameServer server, Request request) throws Exception {
        return client.call(server.address(), request, PATIENCE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private record Bare(RequestSpec<?> spec) implements Request {
        @Override
        public ExtFields toExt() {
            return ExtFields.EMPTY;
        }
    }
}
