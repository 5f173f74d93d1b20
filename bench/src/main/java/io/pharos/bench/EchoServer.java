package io.pharos.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Sends back whatever comes, with one thread and one read and one write per request: what the machine's network stack and a
 * selector cost by themselves, the floor under every server that answers over a socket.
 */
public final class EchoServer {
    private EchoServer() {}

    /** Serves on the loopback port given as the only argument until killed. */
    public static void main(String[] arguments) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 1024);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
        while (true) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isAcceptable()) {
                    SocketChannel accepted = server.accept();
                    accepted.configureBlocking(false);
                    accepted.register(selector, SelectionKey.OP_READ);
                } else {
                    echo((SocketChannel) key.channel(), buffer);
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private static void echo(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        try {
            if (channel.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                return;
            }
        } catch (IOException resetByPeer) {
            buffer.clear();
        }
        channel.close();
    }
}
