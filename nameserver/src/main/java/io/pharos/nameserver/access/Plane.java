package io.pharos.nameserver.access;

/** Who a request is for; {@link Planes} says which is whose. */
public enum Plane {
    /** Whoever looks up routes and lists: changes nothing for anybody else. */
    CLIENT,
    /** What brokers say of themselves. */
    BROKER,
    /** Everything that changes state for others. */
    OPERATOR
}
