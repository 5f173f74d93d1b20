package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.pharos.remoting.access.AddressList;
import io.pharos.testkit.TestCertificate;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy's header in front of TLS and of plain frames, on one port. */
class ProxyProtocolTest {
    private static final byte[] SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
    private static final int PROXY = 0x21;
    private static final int LOCAL = 0x20;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;
    private static final int NO_TRANSPORT = 0x00;
    private static final String SOCKET_ADDRESS = "127.0.0.1:";

    @TempDir
    Path folder;

    private static byte[] v1(String line) {
        return (line + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] v2(int command, int family, byte[] addresses) {
        return ByteBuffer.allocate(SIGNATURE.length + 4 + addresses.length)
                .put(SIGNATURE)
                .put((byte) command)
                .put((byte) family)
                .putShort((short) addresses.length)
                .put(addresses)
                .array();
    }

    private static byte[] addresses(String source, String target, byte... more) throws IOException {
        byte[] from = InetAddress.getByName(source).getAddress();
        byte[] to = InetAddress.getByName(target).getAddress();
        return ByteBuffer.allocate(from.length + to.length + 4 + more.length)
                .put(from)
                .put(to)
                .putShort((short) 4711)
                .putShort((short) 9876)
                .put(more)
                .array();
    }

    static List<Arguments> headers() throws IOException {
        byte[] authority = {0x02, 0, 4, 'h', 'o', 's', 't'};
        return List.of(
                argumentSet("v1 TCP4", v1("PROXY TCP4 192.0.2.7 198.51.100.1 4711 9876"), "192.0.2.7:4711"),
                argumentSet("v1 TCP6", v1("PROXY TCP6 2001:db8::7 2001:db8::1 4711 9876"), "2001:db8::7:4711"),
                argumentSet("v1 unknown", v1("PROXY UNKNOWN"), SOCKET_ADDRESS),
                argumentSet("v2 TCP4", v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1")), "192.0.2.7:4711"),
                argumentSet(
                        "v2 TCP6",
                        v2(PROXY, TCP6, addresses("2001:db8::7", "2001:db8::1")),
                        "2001:db8:0:0:0:0:0:7:4711"),
                argumentSet(
                        "v2 with an extra field",
                        v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1", authority)),
                        "192.0.2.7:4711"),
                argumentSet("v2 local", v2(LOCAL, NO_TRANSPORT, new byte[0]), SOCKET_ADDRESS));
    }

    private Rig enforcing(TestCertificate certificate) throws IOException {
        TlsConfig tls = TlsConfig.of(TlsMode.ENFORCING, certificate.certificate(), certificate.key());
        return new Rig(config -> config.tls(tls));
    }

    private static Raw tlsOver(Socket plain, TestCertificate certificate) throws Exception {
        return new Raw(
                TestCertificate.trustingFactory(certificate).createSocket(plain, "localhost", plain.getPort(), true));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderInAReadOfItsOwnMayComeBeforeTls(byte[] header, String peer) throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = enforcing(certificate);
                Raw plain = new Raw(rig.server.port())) {
            plain.send(header);
            try (Raw tls = tlsOver(plain.socket, certificate)) {
                tls.send(Raw.echo(3));
                assertThat(tls.read().opaque()).isEqualTo(3);
                assertThat(rig.heard.opened.get(0).peer()).startsWith(peer);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aHeaderMayShareItsReadWithTheStartOfTls(byte[] header, String peer) throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = enforcing(certificate);
                Raw tls = tlsOver(new PrefixedSocket(rig.server.port(), header, false), certificate)) {
            tls.send(Raw.echo(3));
            assertThat(tls.read().opaque()).isEqualTo(3);
            assertThat(rig.heard.opened.get(0).peer()).startsWith(peer);
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void headerAndStartOfTlsMayComeByteByByte(byte[] header, String peer) throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        try (Rig rig = enforcing(certificate);
                Raw tls = tlsOver(new PrefixedSocket(rig.server.port(), header, true), certificate)) {
            tls.send(Raw.echo(3));
            assertThat(tls.read().opaque()).isEqualTo(3);
            assertThat(rig.heard.opened.get(0).peer()).startsWith(peer);
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void plainAndTlsPeersBehindAProxyShareThePort(byte[] header, String peer) throws Exception {
        TestCertificate certificate = TestCertificate.create(folder, "a");
        TlsConfig tls = TlsConfig.of(TlsMode.PERMISSIVE, certificate.certificate(), certificate.key());
        try (Rig rig = new Rig(config -> config.tls(tls));
                Raw plain = new Raw(rig.server.port());
                Raw secure = tlsOver(new PrefixedSocket(rig.server.port(), header, false), certificate)) {
            plain.send(Raw.join(header, Raw.echo(1)));
            secure.send(Raw.echo(2));
            assertThat(plain.read().opaque()).isEqualTo(1);
            assertThat(secure.read().opaque()).isEqualTo(2);
            assertThat(rig.heard.opened)
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.peer()).startsWith(peer));
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aPlainPeerBehindAProxyIsClosedWhereTlsIsAMust(byte[] header, String peer) throws Exception {
        try (Rig rig = enforcing(TestCertificate.create(folder, "a"));
                Raw plain = new Raw(rig.server.port())) {
            plain.send(Raw.join(header, Raw.echo(1)));
            assertThat(plain.isClosedByServer()).as(peer).isTrue();
            assertThat(rig.heard.refusals).containsExactly(RemotingObserver.Refusal.TLS_MODE);
        }
    }

    @Test
    void aSecondHeaderIsNoFrame() throws Exception {
        byte[] header = v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1"));
        try (Rig rig = new Rig();
                Raw raw = new Raw(rig.server.port())) {
            raw.send(Raw.join(header, header, Raw.echo(1)));
            assertThat(raw.isClosedByServer()).isTrue();
            Awaitility.await().until(() -> rig.heard.malformed.get() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "192.0.2.0/24;::1", "127.0.0.2"})
    void aHeaderFromAnybodyElseThanTheProxiesClosesTheConnection(String proxies) throws Exception {
        byte[] header = v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1"));
        try (Rig rig = new Rig(config -> config.proxies(AddressList.parse(proxies)));
                Raw forger = new Raw(rig.server.port());
                Raw older = new Raw(rig.server.port());
                Raw slow = new Raw(rig.server.port());
                Raw plain = new Raw(rig.server.port())) {
            forger.send(Raw.join(header, Raw.echo(1)));
            assertThat(forger.isClosedByServer()).isTrue();
            older.send(v1("PROXY UNKNOWN"));
            assertThat(older.isClosedByServer()).isTrue();
            for (byte one : SIGNATURE) {
                slow.send(new byte[] {one});
            }
            assertThat(slow.isClosedByServer()).isTrue();
            plain.send(Raw.echo(2));
            assertThat(plain.read().opaque()).isEqualTo(2);
            assertThat(rig.heard.refusals).hasSize(3).containsOnly(RemotingObserver.Refusal.PROXY);
            assertThat(rig.heard.results).hasSize(1);
        }
    }

    @Test
    void aHeaderOfAListedProxyIsBelieved() throws Exception {
        byte[] header = v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1"));
        try (Rig rig = new Rig(config -> config.proxies(AddressList.parse("127.0.0.0/8")));
                Raw raw = new Raw(rig.server.port())) {
            raw.send(Raw.join(header, Raw.echo(1)));
            assertThat(raw.read().opaque()).isEqualTo(1);
            assertThat(rig.heard.opened.get(0).peer()).isEqualTo("192.0.2.7:4711");
        }
    }

    static List<byte[]> brokenHeaders() throws IOException {
        byte[] good = v2(PROXY, TCP4, addresses("192.0.2.7", "198.51.100.1"));
        byte[] version = good.clone();
        version[12] = 0x31;
        byte[] command = good.clone();
        command[12] = 0x2F;
        byte[] family = good.clone();
        family[13] = 0x71;
        byte[] tooShort = v2(PROXY, TCP4, new byte[4]);
        byte[] endless = new byte[256];
        byte[] start = v1("PROXY TCP4 192.0.2.7");
        System.arraycopy(start, 0, endless, 0, start.length - 2);
        return List.of(version, command, family, tooShort, endless, v1("PROXY TCP4 192.0.2.7 198.51.100.1 99999 1"));
    }

    @ParameterizedTest
    @MethodSource
    void brokenHeaders(byte[] header) throws Exception {
        try (Rig rig = enforcing(TestCertificate.create(folder, "a"));
                Raw raw = new Raw(rig.server.port())) {
            raw.send(header);
            assertThat(raw.isClosedByServer()).isTrue();
            Awaitility.await().until(() -> rig.heard.malformed.get() == 1);
        }
    }

    /** Puts bytes in front of the first that are written, in one write or one by one. */
    private static final class PrefixedSocket extends Socket {
        private final byte[] prefix;
        private final boolean single;
        private boolean sent;

        PrefixedSocket(int port, byte[] prefix, boolean single) throws IOException {
            super(InetAddress.getLoopbackAddress(), port);
            setTcpNoDelay(true);
            this.prefix = prefix;
            this.single = single;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (sent) {
                        out.write(bytes, offset, length);
                        return;
                    }
                    sent = true;
                    byte[] all = ByteBuffer.allocate(prefix.length + length)
                            .put(prefix)
                            .put(bytes, offset, length)
                            .array();
                    int step = single ? 1 : all.length;
                    for (int at = 0; at < all.length; at += step) {
                        out.write(all, at, step);
                    }
                }
            };
        }
    }
}
