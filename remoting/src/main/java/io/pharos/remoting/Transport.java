package io.pharos.remoting;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** How sockets are polled: epoll where its native library loads, else the JDK's selector. */
enum Transport {
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class) {
        @Override
        IoHandlerFactory poller() {
            return EpollIoHandler.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class, NioSocketChannel.class) {
        @Override
        IoHandlerFactory poller() {
            return NioIoHandler.newFactory();
        }
    };

    private final Class<? extends ServerChannel> server;
    private final Class<? extends SocketChannel> client;

    Transport(Class<? extends ServerChannel> server, Class<? extends SocketChannel> client) {
        this.server = server;
        this.client = client;
    }

    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory poller();

    MultiThreadIoEventLoopGroup newGroup(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), poller());
    }

    Class<? extends ServerChannel> serverChannel() {
        return server;
    }

    Class<? extends SocketChannel> clientChannel() {
        return client;
    }
}
