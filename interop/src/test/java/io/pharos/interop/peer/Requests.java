package io.pharos.interop.peer;

/** Request codes that the tests send by hand. */
public final class Requests {
    /** REGISTER_BROKER. */
    public static final int REGISTER_BROKER = 103;
    /** UNREGISTER_BROKER. */
    public static final int UNREGISTER_BROKER = 104;
    /** GET_ROUTEINFO_BY_TOPIC. */
    public static final int ROUTE = 105;
    /** GET_BROKER_CLUSTER_INFO. */
    public static final int CLUSTER_INFO = 106;
    /** GET_ALL_TOPIC_LIST_FROM_NAMESERVER. */
    public static final int TOPIC_LIST = 206;
    /** DELETE_TOPIC_IN_NAMESRV. */
    public static final int DELETE_TOPIC = 216;
    /** BROKER_HEARTBEAT. */
    public static final int HEARTBEAT = 904;
    /** The answer TOPIC_NOT_EXIST. */
    public static final int TOPIC_NOT_EXIST = 17;

    private Requests() {}
}
