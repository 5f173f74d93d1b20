package io.pharos.nameserver.route;

/** Which topics a unit list holds. A topic has a flag when any of its brokers registered it so. */
public enum UnitFilter {
    /** Unit topics (311). */
    UNIT,
    /** Topics with a unit subscription (312). */
    SUBSCRIBED,
    /** Topics with a unit subscription that are no unit topics (313). */
    SUBSCRIBED_NOT_UNIT
}
