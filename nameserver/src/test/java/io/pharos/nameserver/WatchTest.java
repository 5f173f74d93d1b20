package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.extension.WatchRoutes;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.namesrv.WipeWritePermission;
import io.pharos.protocol.route.RouteStates;
import io.pharos.protocol.route.TopicRoute;
import io.pharos.protocol.route.WatchList;
import io.pharos.remoting.Handler;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import io.pharos.remoting.RequestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a watching client hears over a real socket, whatever the reason of a change. */
class WatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void everyKindOfChangeIsHeard() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "orderMessageEnable", "true");
                Client client = new Client()) {
            String server = rig.start().address();
            List<RouteStates.One> first =
                    RouteStates.decode(client.call(server, watch()).body());
            assertThat(first).extracting(RouteStates.One::state).containsExactly(RouteStates.State.ABSENT);

            RevisionTest.register(rig);
            assertThat(client.route().brokers()).hasSize(1);
            assertThat(rig.metric("pharos_watchers")).isEqualTo(1);
            assertThat(rig.metric("pharos_watch_subscriptions")).isEqualTo(1);

            rig.call(new PutKvConfig("ORDER_TOPIC_CONFIG", "orders", "a:4"));
            assertThat(client.route().orderTopicConf()).isEqualTo("a:4");
            rig.call(new UpdateNamesrvConfig(
                    ByteBuffer.wrap("orderMessageEnable=false".getBytes(StandardCharsets.UTF_8))));
            assertThat(client.route().orderTopicConf()).isNull();
            rig.call(new WipeWritePermission("a"));
            assertThat(client.route().queues().get(0).permission()).isEqualTo(4);
            assertThat(rig.metric("pharos_watch_pushes_total")).isEqualTo(4);

            rig.closeClient();
            assertThat(client.next().state()).isEqualTo(RouteStates.State.ABSENT);
        }
    }

    @Test
    void theEndOfAConnectionEndsWhatItWatches() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            String server = rig.start().address();
            try (Client client = new Client()) {
                assertThat(client.call(server, watch()).code()).isZero();
                assertThat(rig.metric("pharos_watchers")).isEqualTo(1);
            }
            await().atMost(PATIENCE)
                    .until(() -> rig.metric("pharos_watchers") == 0 && rig.metric("pharos_watch_subscriptions") == 0);
        }
    }

    @Test
    void theBoundsAreThoseOfTheConfiguration() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "watchMaxTopicsPerConnection", "1");
                Client client = new Client()) {
            String server = rig.start().address();
            Command answer = client.call(
                    server, WatchRoutes.of(new WatchList(Map.of("a", Optional.empty(), "b", Optional.empty()))));

            assertThat(answer.code()).isEqualTo(1);
            assertThat(answer.remark()).contains("may watch 1 topics");
            assertThat(rig.metric("pharos_watch_refused_total")).isEqualTo(1);
        }
    }

    private static WatchRoutes watch() {
        return WatchRoutes.of(new WatchList(Map.of("orders", Optional.empty())));
    }

    /** A client that keeps what it is told. */
    private static final class Client implements AutoCloseable {
        private final BlockingQueue<RouteStates.One> heard = new LinkedBlockingQueue<>();
        private final EventLoop timer = new EventLoop("watch-client");
        private final RemotingClient client;

        Client() throws IOException {
            RequestTable table = RequestTable.builder()
                    .onEventLoop(RouteChanged.SPEC, Handler.answering((change, exchange) -> {
                        heard.addAll(RouteStates.decode(change.body()));
                        return Reply.OK;
                    }))
                    .build();
            client = new RemotingClient("watch", RemotingClientConfig.DEFAULT, table, Clock.system(), timer);
        }

        Command call(String server, Request request) throws Exception {
            return client.call(server, request, PATIENCE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        RouteStates.One next() throws Exception {
            return Objects.requireNonNull(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS), "no news");
        }

        TopicRoute route() throws Exception {
            return Objects.requireNonNull(next().route(), "absent");
        }

        @Override
        public void close() {
            client.close();
            timer.close();
        }
    }
}
