package io.pharos.interop.peer;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A connection that speaks frames with JSON headers by hand, one request at a time, so that what is compared is what is
 * on the wire. Not for use by several threads.
 */
public final class RawConnection implements AutoCloseable {
    /** The version number that release 5.5.0 sends. */
    public static final int VERSION_5_5_0 = 513;
    /** The last version number that gets the default dialect of a route instead of the strict one. */
    public static final int VERSION_4_9_3 = 399;

    private static final int ANSWER = 1;
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket;
    private final DataInputStream in;
    private int opaque;

    /** Connects to a port of this machine. */
    public RawConnection(int port) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    }

    /** Sends a request as release 5.5.0 does and reads its answer. */
    public RawAnswer call(int code, Map<String, String> fields) throws IOException {
        return call(code, VERSION_5_5_0, fields, new byte[0]);
    }

    /** Sends a request and reads its answer. */
    public RawAnswer call(int code, int version, Map<String, String> fields, byte[] body) throws IOException {
        opaque++;
        send(frame(code, version, opaque, fields, body));
        return read();
    }

    /** A connection's whole life in one call: connect, ask, close. */
    public static RawAnswer ask(int port, int code, Map<String, String> fields) {
        return ask(port, code, VERSION_5_5_0, fields);
    }

    /** As {@link #ask(int, int, Map)}, as a peer of another version. */
    public static RawAnswer ask(int port, int code, int version, Map<String, String> fields) {
        try (RawConnection connection = new RawConnection(port)) {
            return connection.call(code, version, fields, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("request " + code + " on port " + port + " got no answer", e);
        }
    }

    /** Writes bytes as they are. */
    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Reads one answer, for at most ten seconds; what the server asks meanwhile (probes) stays without one. */
    public RawAnswer read() throws IOException {
        while (true) {
            int total = in.readInt();
            int headerLength = in.readInt() & 0xFF_FFFF;
            byte[] header = in.readNBytes(headerLength);
            byte[] body = in.readNBytes(total - 4 - headerLength);
            if ((JSON.parseObject(header).getIntValue("flag") & ANSWER) != 0) {
                return RawAnswer.of(header, body);
            }
        }
    }

    /** A whole frame with a JSON header. */
    public static byte[] frame(int code, int version, int opaque, Map<String, String> fields, byte[] body) {
        JSONObject header = new JSONObject();
        header.put("code", code);
        header.put("language", "JAVA");
        header.put("version", version);
        header.put("opaque", opaque);
        header.put("flag", 0);
        header.put("extFields", new JSONObject(fields));
        byte[] head = JSON.toJSONBytes(header);
        return ByteBuffer.allocate(8 + head.length + body.length)
                .putInt(4 + head.length + body.length)
                .putInt(head.length)
                .put(head)
                .put(body)
                .array();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
