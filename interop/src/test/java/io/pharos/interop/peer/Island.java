package io.pharos.interop.peer;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A host of its own, as far as the network is concerned: a network namespace of Linux, tied to this host by a cable that
 * can be cut. What is cut says no farewell: neither side hears of the other.
 */
public final class Island implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Island.class);
    private static final String NAME = "pharos-island";
    private static final String OUR_END = "pharos-veth0";
    private static final String ITS_END = "pharos-veth1";
    private static final String OUR_ADDRESS = "10.213.77.1";
    private static final String ITS_ADDRESS = "10.213.77.2";

    private Island() {}

    /** The island; empty, and said in the log, where this machine does not allow one. */
    public static Optional<Island> rise() {
        Island island = new Island();
        try {
            ChildJvm.run("ip", "netns", "add", NAME);
            ChildJvm.run("ip", "link", "add", OUR_END, "type", "veth", "peer", "name", ITS_END, "netns", NAME);
            ChildJvm.run("ip", "addr", "add", OUR_ADDRESS + "/30", "dev", OUR_END);
            ChildJvm.run("ip", "link", "set", OUR_END, "up");
            ChildJvm.run("ip", "-n", NAME, "addr", "add", ITS_ADDRESS + "/30", "dev", ITS_END);
            ChildJvm.run("ip", "-n", NAME, "link", "set", "lo", "up");
            island.mend();
            return Optional.of(island);
        } catch (RuntimeException refused) {
            LOG.warn("NOT TESTED: a broker that is cut off; this machine allows no network namespace", refused);
            return Optional.empty();
        }
    }

    /** This host as it is seen from there. */
    public String ourAddress() {
        return OUR_ADDRESS;
    }

    /** The island as it is seen from here. */
    public String itsAddress() {
        return ITS_ADDRESS;
    }

    /** What makes a command run there. */
    List<String> prefix() {
        return List.of("ip", "netns", "exec", NAME);
    }

    /** Cuts the cable. */
    public void cut() {
        ChildJvm.run("ip", "-n", NAME, "link", "set", ITS_END, "down");
    }

    /** Mends the cable. */
    public void mend() {
        ChildJvm.run("ip", "-n", NAME, "link", "set", ITS_END, "up");
    }

    @Override
    public void close() {
        ChildJvm.run("ip", "link", "del", OUR_END);
        ChildJvm.run("ip", "netns", "del", NAME);
    }
}
