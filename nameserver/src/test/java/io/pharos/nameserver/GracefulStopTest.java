package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Language;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stop of a whole name server while peers ask it. */
@Timeout(60)
class GracefulStopTest {
    private static final int SUCCESS = 0;
    private static final int TOPIC_NOT_EXIST = 17;
    private static final int GO_AWAY = 1500;
    private static final int LAST_VERSION_WITHOUT_GO_AWAY = 475;
    private static final GetRouteInfo ROUTE = new GetRouteInfo("nobody", true, false, null);

    @TempDir
    private Path folder;

    @Test
    void duringTheGraceNewRequestsAreTurnedAwayAndOlderPeersServed() throws Exception {
        try (NameServerRig rig = graceful();
                Peer newer = new Peer(rig.server().port());
                Peer older = new Peer(rig.server().port())) {
            assertThat(newer.ask(Command.VERSION, ROUTE).code()).isEqualTo(TOPIC_NOT_EXIST);
            assertThat(older.ask(LAST_VERSION_WITHOUT_GO_AWAY, ROUTE).code()).isEqualTo(TOPIC_NOT_EXIST);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(rig.server()::close);
            awaitGoAway(newer);

            Command turnedAway = newer.ask(Command.VERSION, new PutKvConfig("ns", "k", "v"));
            assertThat(turnedAway.code()).isEqualTo(GO_AWAY);
            assertThat(turnedAway.remark()).isEqualTo("please go away");
            assertThat(older.ask(LAST_VERSION_WITHOUT_GO_AWAY, new PutKvConfig("ns", "old", "v"))
                            .code())
                    .isEqualTo(SUCCESS);
            assertThat(rig.metric("rocketmq_rpc_latency_milliseconds_count")).isGreaterThanOrEqualTo(5);
            newer.hangUp();
            older.hangUp();
            stop.get(20, TimeUnit.SECONDS);

            rig.start();
            assertThat(rig.call(new GetKvConfig("ns", "old")).ext().get("value"))
                    .isEqualTo("v");
            assertThat(rig.call(new GetKvConfig("ns", "k")).code()).isEqualTo(22);
        }
    }

    @Test
    void ourOwnClientHearsGoAwayAndNobodyElseGetsIn() throws Exception {
        try (NameServerRig rig = graceful()) {
            int port = rig.server().port();
            assertThat(rig.call(ROUTE).code()).isEqualTo(TOPIC_NOT_EXIST);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(rig.server()::close);

            Awaitility.await().until(() -> rig.call(ROUTE).code() == GO_AWAY);
            Awaitility.await().until(() -> isRefused(port));
            stop.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatWasAcceptedBeforeTheStopIsDoneAndAnswered() throws Exception {
        int puts = 40;
        try (NameServerRig rig = graceful();
                Peer peer = new Peer(rig.server().port())) {
            List<Integer> accepted = new ArrayList<>();
            for (int i = 0; i < puts; i++) {
                accepted.add(peer.send(Command.VERSION, new PutKvConfig("ns", "k" + i, "v")));
            }
            // Frames of a connection are taken in their order, and a route is answered as soon as it is taken: its
            // answer shows that all puts were accepted, most of which still wait for the disk.
            int last = peer.send(Command.VERSION, ROUTE);
            assertThat(peer.await(last).code()).isEqualTo(TOPIC_NOT_EXIST);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(rig.server()::close);

            for (int opaque : accepted) {
                assertThat(peer.await(opaque).code()).isEqualTo(SUCCESS);
            }
            peer.awaitEnd();
            peer.hangUp();
            stop.get(20, TimeUnit.SECONDS);

            rig.start();
            assertThat(rig.metric("pharos_kv_entries")).isEqualTo(puts);
        }
    }

    @Test
    void withoutGraceWhatWasAcceptedIsAnsweredToo() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            try (Peer peer = new Peer(rig.server().port())) {
                int put = peer.send(Command.VERSION, new PutKvConfig("ns", "k", "v"));
                int last = peer.send(Command.VERSION, ROUTE);
                peer.await(last);
                CompletableFuture<Void> stop = CompletableFuture.runAsync(rig.server()::close);

                assertThat(peer.await(put).code()).isEqualTo(SUCCESS);
                peer.awaitEnd();
                peer.hangUp();
                stop.get(20, TimeUnit.SECONDS);
            }
        }
    }

    private NameServerRig graceful() throws Exception {
        NameServerRig rig =
                new NameServerRig(folder, "enableShutdownGracefully", "true", "shutdownWaitTimeSeconds", "1");
        rig.start();
        return rig;
    }

    private static void awaitGoAway(Peer peer) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .until(() -> peer.ask(Command.VERSION, ROUTE).code() == GO_AWAY);
    }

    private static boolean isRefused(int port) throws IOException {
        try {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return false;
        } catch (ConnectException refused) {
            return true;
        }
    }

    /** A peer of any version on a blocking socket. */
    private static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final Map<Integer, Command> answers = new HashMap<>();
        private int opaque;

        Peer(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(20_000);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(socket.getInputStream());
        }

        Command ask(int version, Request request) throws Exception {
            return await(send(version, request));
        }

        int send(int version, Request request) throws IOException {
            ExtFields fields = request.toExt();
            Command command = new Command(
                    request.spec().code(), Language.JAVA, version, ++opaque, 0, null, fields, request.toBody());
            socket.getOutputStream().write(FrameCodec.encode(command, SerializeType.JSON));
            return opaque;
        }

        Command await(int wanted) throws Exception {
            Command answer = answers.remove(wanted);
            while (answer == null) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                Command next = FrameCodec.decode(ByteBuffer.wrap(frame));
                if (next.opaque() == wanted) {
                    answer = next;
                } else {
                    answers.put(next.opaque(), next);
                }
            }
            return answer;
        }

        void awaitEnd() throws IOException {
            assertThat(in.read()).isEqualTo(-1);
        }

        /** The server waits for its peers to close, so that no answer is lost under way. */
        void hangUp() throws IOException {
            socket.close();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
