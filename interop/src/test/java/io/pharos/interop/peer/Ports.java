package io.pharos.interop.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports below the range that the system hands out to clients, so that no connection takes one in between. A broker
 * needs its port, the one after it (replication) and the one two before it (its fast port).
 */
final class Ports {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private Ports() {}

    static int freeWithNeighbours() {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port - 2) && isFree(port) && isFree(port + 1)) {
                return port;
            }
        }
        throw new IllegalStateException("no free ports between " + LOWEST + " and " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
