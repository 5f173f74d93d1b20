package io.pharos.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** One non-blocking connection of the generator, owned by one thread. */
final class Link implements AutoCloseable {
    private static final int PROBE = 31_030;
    private static final byte[] CODE = "\"code\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OPAQUE = "\"opaque\":".getBytes(StandardCharsets.US_ASCII);

    private final int index;
    private final SocketChannel channel;
    private final SelectionKey key;
    private long probes;
    private ByteBuffer in;
    private ByteBuffer out;

    /** Receives each answer; the bytes are valid only during the call. */
    interface Answers {
        void answer(Link link, int code, int opaque, byte[] bytes, int bodyAt, int bodyLength) throws IOException;
    }

    private Link(int index, SocketChannel channel, Selector selector, int bufferBytes) throws IOException {
        this.index = index;
        this.channel = channel;
        this.in = ByteBuffer.allocate(bufferBytes);
        this.out = ByteBuffer.allocate(bufferBytes);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, channel.isConnected() ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        key.attach(this);
    }

    /** Connects and waits for it. */
    static Link connect(int index, int port, Selector selector) throws IOException {
        return new Link(
                index,
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)),
                selector,
                64 * 1024);
    }

    /** Begins to connect from the given loopback address; {@link #finishConnect} ends it. */
    static Link begin(int index, String from, int port, Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress(from, 0));
        channel.configureBlocking(false);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new Link(index, channel, selector, 512);
    }

    boolean finishConnect() throws IOException {
        if (!channel.finishConnect()) {
            return false;
        }
        key.interestOps(SelectionKey.OP_READ);
        return true;
    }

    int index() {
        return index;
    }

    /** Appends a request to what is to be written. */
    void send(Frame frame, int opaque) {
        byte[] bytes = frame.bytes();
        if (out.remaining() < bytes.length) {
            out.flip();
            out = ByteBuffer.allocate(Integer.highestOneBit(out.remaining() + bytes.length) * 2)
                    .put(out);
        }
        int at = out.position();
        out.put(bytes);
        Frame.putDigits(out.array(), at + frame.opaqueAt(), 9, opaque);
    }

    /** Writes what the socket takes; asks to be called again when something is left. */
    void flush() throws IOException {
        if (out.position() == 0) {
            return;
        }
        out.flip();
        channel.write(out);
        out.compact();
        boolean more = out.position() > 0;
        int wanted = more ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    /** Reads what has come and hands on every whole answer. */
    void receive(Answers answers) throws IOException {
        int read = channel.read(in);
        if (read < 0) {
            throw new EOFException("the server closed connection " + index);
        }
        byte[] bytes = in.array();
        int at = 0;
        int end = in.position();
        while (end - at >= 8) {
            int total = in.getInt(at);
            if (total < 4 || total > 16 << 20) {
                throw new IOException("an answer of " + total + " bytes");
            }
            if (end - at < 4 + total) {
                break;
            }
            int headerLength = in.getInt(at + 4) & 0xffffff;
            int bodyAt = at + 8 + headerLength;
            int code = number(bytes, at + 8, bodyAt, CODE);
            int opaque = number(bytes, at + 8, bodyAt, OPAQUE);
            if (code == PROBE) {
                answerProbe(opaque);
            } else {
                answers.answer(this, code, opaque, bytes, bodyAt, total - 4 - headerLength);
            }
            at += 4 + total;
        }
        keepRest(at, end);
    }

    /** As stock brokers do, which know no such request. */
    private void answerProbe(int opaque) {
        probes++;
        byte[] header = ("{\"code\":3,\"flag\":1,\"language\":\"JAVA\",\"opaque\":" + opaque
                        + ",\"remark\":\" request type " + PROBE
                        + " not supported\",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}")
                .getBytes(StandardCharsets.US_ASCII);
        out.putInt(4 + header.length).putInt(header.length).put(header);
    }

    /** How often the server asked for a sign of life and was answered. */
    long probes() {
        return probes;
    }

    private void keepRest(int at, int end) {
        int needed = end - at >= 4 ? in.getInt(at) + 4 : 0;
        if (needed > in.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate(Integer.highestOneBit(needed) * 2);
            larger.put(in.array(), at, end - at);
            in = larger;
        } else {
            in.position(at).limit(end);
            in.compact();
        }
    }

    private static int number(byte[] bytes, int from, int to, byte[] name) throws IOException {
        for (int i = from; i + name.length < to; i++) {
            if (bytes[i] == '"' && matches(bytes, i, name)) {
                int value = 0;
                for (int at = i + name.length; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
                    value = value * 10 + bytes[at] - '0';
                }
                return value;
            }
        }
        throw new IOException("an answer without " + new String(name, StandardCharsets.US_ASCII));
    }

    private static boolean matches(byte[] bytes, int at, byte[] name) {
        for (int i = 1; i < name.length; i++) {
            if (bytes[at + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
