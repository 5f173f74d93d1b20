package io.pharos.nameserver.route;

import io.pharos.protocol.frame.Quoted;

/**
 * Who a broker says it is.
 *
 * @param cluster name
 * @param brokerName name of its group
 * @param brokerId 0 is the master
 * @param address {@code host:port} under which clients reach it
 */
public record BrokerIdentity(String cluster, String brokerName, long brokerId, String address) {

    /** The identity as remarks and log lines show it; remote text is bounded. */
    String shown() {
        return "broker[" + Quoted.bounded(brokerName) + "] id " + brokerId + " at " + Quoted.bounded(address)
                + " of cluster[" + Quoted.bounded(cluster) + "]";
    }
}
