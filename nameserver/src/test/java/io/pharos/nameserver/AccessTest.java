package io.pharos.nameserver;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.nameserver.config.InvalidConfig;
import io.pharos.nameserver.config.NameServerConfig;
import io.pharos.protocol.extension.LiftFence;
import io.pharos.protocol.extension.SetFence;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.frame.SerializeType;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.DeleteTopic;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetNamesrvConfig;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.protocol.namesrv.WipeWritePermission;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may change things, over sockets: an announced address stands for a peer on another host. */
class AccessTest {
    private static final String FROM_AFAR = "PROXY TCP4 192.0.2.7 127.0.0.1 4711 9876\r\n";
    private static final String FROM_HERE = "PROXY TCP4 127.0.0.1 127.0.0.1 4711 9876\r\n";
    private static final String FROM_NOBODY = "PROXY UNKNOWN\r\n";
    private static final List<Request> CHANGES = List.of(
            new PutKvConfig("space", "key", "evil"),
            new DeleteKvConfig("space", "key"),
            new WipeWritePermission("a"),
            new AddWritePermission("a"),
            new DeleteTopic("orders", null),
            new UpdateNamesrvConfig(ByteBuffer.wrap("enableTopicList=false".getBytes(US_ASCII))),
            new SetFence(null, "a", null, "evil", null),
            new LiftFence(null, "a", null, null));

    @TempDir
    private Path folder;

    @Test
    void nothingCanBeChangedFromAnotherHostUnlessItIsListed() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            RevisionTest.register(rig);
            assertThat(rig.call(new PutKvConfig("space", "key", "good")).code()).isZero();
            for (Request change : CHANGES) {
                Command answer = ask(rig, FROM_AFAR, change);
                String name = change.spec().name();
                assertThat(answer.code()).as(name).isEqualTo(ResponseCode.NO_PERMISSION);
                assertThat(answer.remark())
                        .startsWith(name + " refused: 192.0.2.7:4711 is not among the addresses that may send it "
                                + "(operatorAllow=127.0.0.0/8;::1)")
                        .contains("add the address to operatorAllow");
            }
            assertThat(rig.metric("pharos_requests_not_allowed_total")).isEqualTo(CHANGES.size());
            assertThat(rig.call(new GetKvConfig("space", "key")).ext().get("value"))
                    .isEqualTo("good");
            assertThat(rig.metric("pharos_fences")).isZero();
        }
        try (NameServerRig rig = new NameServerRig(folder, "operatorAllow", "127.0.0.1;192.0.2.0/24")) {
            rig.start();
            RevisionTest.register(rig);
            for (Request change : CHANGES) {
                assertThat(ask(rig, FROM_AFAR, change).code())
                        .as(change.spec().name())
                        .isZero();
            }
        }
    }

    @Test
    void aForgedOrHiddenSourceOpensNothing() throws Exception {
        // The socket's own address is not in the list, whatever is announced.
        try (NameServerRig rig = new NameServerRig(folder, "operatorAllow", "192.0.2.7")) {
            rig.start();
            PutKvConfig put = new PutKvConfig("space", "key", "value");
            assertThat(ask(rig, FROM_AFAR, put).code()).isEqualTo(ResponseCode.NO_PERMISSION);
        }
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            PutKvConfig put = new PutKvConfig("space", "key", "value");
            assertThat(ask(rig, FROM_NOBODY, put).code()).isEqualTo(ResponseCode.NO_PERMISSION);
            assertThat(ask(rig, FROM_HERE, put).code()).isZero();
            assertThat(ask(rig, "", put).code()).isZero();
        }
    }

    @Test
    void onlyListedProxiesMayAnnounceForWhomTheySpeak() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder, "proxyAllow", "10.1.2.3")) {
            rig.start();
            assertThatThrownBy(() -> ask(rig, FROM_AFAR, new GetNamesrvConfig()))
                    .isInstanceOf(IOException.class);
            assertThat(ask(rig, "", new GetNamesrvConfig()).code()).isZero();
            assertThat(rig.metric("pharos_connections_refused_total", "reason", "proxy"))
                    .isEqualTo(1);
        }
        assertThatThrownBy(() -> NameServerConfig.reader()
                        .flags(Map.of("dataDir", folder.toString(), "proxyAllow", "haproxy"))
                        .build())
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContaining("proxyAllow: [haproxy] is no address or network");
    }

    @Test
    void readingStaysOpenAndCanBeClosed() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(ask(rig, FROM_AFAR, new GetNamesrvConfig()).code()).isZero();
        }
        try (NameServerRig rig = new NameServerRig(folder, "clientAllow", "127.0.0.0/8")) {
            rig.start();
            assertThat(ask(rig, FROM_AFAR, new GetNamesrvConfig()).code()).isEqualTo(ResponseCode.NO_PERMISSION);
            assertThat(rig.call(new GetNamesrvConfig()).code()).isZero();
        }
    }

    /** The first request on a connection that is allowed opens nothing for the next. */
    @Test
    void eachRequestIsJudgedByItself() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            try (Socket socket = connect(rig, FROM_AFAR)) {
                assertThat(exchange(socket, new GetNamesrvConfig()).code()).isZero();
                assertThat(exchange(socket, new PutKvConfig("space", "key", "value"))
                                .code())
                        .isEqualTo(ResponseCode.NO_PERMISSION);
            }
        }
    }

    @Test
    void anEntryThatIsNoAddressEndsTheStart() {
        assertThatThrownBy(() -> NameServerConfig.reader()
                        .flags(Map.of("dataDir", folder.toString(), "operatorAllow", "10.0.0.0/8;admin-host"))
                        .build())
                .isInstanceOf(InvalidConfig.class)
                .hasMessageContaining("operatorAllow: [admin-host] is no address or network");
    }

    private static Command ask(NameServerRig rig, String header, Request request) throws Exception {
        try (Socket socket = connect(rig, header)) {
            return exchange(socket, request);
        }
    }

    private static Socket connect(NameServerRig rig, String header) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.server().port());
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(header.getBytes(US_ASCII));
        return socket;
    }

    private static Command exchange(Socket socket, Request request) throws Exception {
        Command command = Command.request(request.spec().code(), 1, request.toExt(), request.toBody());
        socket.getOutputStream().write(FrameCodec.encode(command, SerializeType.JSON));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = in.readNBytes(in.readInt());
        return FrameCodec.decode(ByteBuffer.wrap(frame));
    }
}
