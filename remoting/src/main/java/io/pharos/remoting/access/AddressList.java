package io.pharos.remoting.access;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of addresses and networks, {@code 10.0.0.0/8;192.168.1.5;::1}. Immutable. Nothing is ever resolved: what is no
 * literal address is in no list.
 */
public final class AddressList {
    private final String text;
    private final List<IpSubnetFilterRule> networks;

    private AddressList(String text, List<IpSubnetFilterRule> networks) {
        this.text = text;
        this.networks = List.copyOf(networks);
    }

    /**
     * Reads a list.
     *
     * @param text addresses and networks in CIDR form, separated by semicolons or commas; empty for nobody
     * @throws IllegalArgumentException naming the entry that is neither
     */
    public static AddressList parse(String text) {
        List<IpSubnetFilterRule> networks = new ArrayList<>();
        for (String entry : text.split("[;,]", -1)) {
            if (!entry.isBlank()) {
                networks.add(network(entry.trim()));
            }
        }
        return new AddressList(text, networks);
    }

    /** Whether a peer, given as {@code ip:port} with an IPv6 address in full or in brackets, is in the list. */
    public boolean contains(String peer) {
        InetAddress address = literal(host(peer));
        return address != null && contains(address);
    }

    /** Whether a text names a peer as {@link #contains(String)} reads it. */
    public static boolean isPeer(String text) {
        return literal(host(text)) != null;
    }

    /** Whether an address is in the list. */
    public boolean contains(InetAddress address) {
        InetSocketAddress peer = new InetSocketAddress(address, 0);
        for (IpSubnetFilterRule network : networks) {
            if (network.matches(peer)) {
                return true;
            }
        }
        return false;
    }

    /** As it was given. */
    @Override
    public String toString() {
        return text;
    }

    private static IpSubnetFilterRule network(String entry) {
        int slash = entry.indexOf('/');
        InetAddress address = literal(slash < 0 ? entry : entry.substring(0, slash));
        if (address != null) {
            int all = address.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? all : prefix(entry.substring(slash + 1), all);
            if (bits >= 0) {
                return new IpSubnetFilterRule(address, bits, IpFilterRuleType.ACCEPT);
            }
        }
        throw new IllegalArgumentException(
                "[" + entry + "] is no address or network; write it as 10.1.2.3, 10.0.0.0/8, ::1 or fd00::/8");
    }

    /** The number of bits, or -1 when it is none. */
    private static int prefix(String text, int all) {
        if (!text.matches("[0-9]{1,3}")) {
            return -1;
        }
        int bits = Integer.parseInt(text);
        return bits <= all ? bits : -1;
    }

    private static String host(String peer) {
        int bracket = peer.indexOf(']');
        if (peer.startsWith("[") && bracket > 0) {
            return peer.substring(1, bracket);
        }
        int colon = peer.lastIndexOf(':');
        // Peers are shown as address:port, an IPv6 address without brackets too.
        return colon < 0 ? peer : peer.substring(0, colon);
    }

    private static @Nullable InetAddress literal(String text) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        if (bytes == null) {
            return null;
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException wrongLength) {
            return null;
        }
    }
}
