package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FrameCodec;
import io.pharos.protocol.frame.Language;
import io.pharos.protocol.frame.MalformedFrame;
import io.pharos.protocol.frame.SerializeType;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A blocking socket that sends any bytes and reads frames. */
final class Raw implements AutoCloseable {
    final Socket socket;
    private final DataInputStream in;

    Raw(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    Raw(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    static byte[] request(int code, int opaque, int version, int flags, SerializeType type) {
        return FrameCodec.encode(
                new Command(
                        code,
                        Language.GO,
                        version,
                        opaque,
                        flags,
                        null,
                        ExtFields.of("name", "n" + opaque),
                        Command.NO_BODY),
                type);
    }

    static byte[] echo(int opaque) {
        return request(Ping.ECHO, opaque, 513, 0, SerializeType.JSON);
    }

    /** The frame with a body of so many bytes. */
    static byte[] withBody(byte[] frame, int size) {
        return ByteBuffer.allocate(frame.length + size)
                .putInt(frame.length - 4 + size)
                .put(frame, 4, frame.length - 4)
                .array();
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    Command read() throws IOException, MalformedFrame {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return FrameCodec.decode(ByteBuffer.wrap(frame));
    }

    /** Whether the server ends the connection without another byte. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Closes the socket now. */
    void hangUp() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
