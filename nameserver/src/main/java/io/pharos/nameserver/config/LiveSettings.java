package io.pharos.nameserver.config;

/**
 * The settings that requests look at and that may change while the server runs. Immutable; a change is a new record.
 * Each is the key of the same name in {@link NameServerKeys}.
 */
public record LiveSettings(
        boolean orderMessageEnable,
        boolean returnOrderTopicConfigToBroker,
        boolean supportActingMaster,
        boolean enableAllTopicList,
        boolean enableTopicList,
        boolean notifyMinBrokerIdChanged,
        boolean needWaitForService,
        long waitSecondsForService) {

    static LiveSettings of(NameServerConfig config) {
        return new LiveSettings(
                config.get(NameServerKeys.ORDER_MESSAGE_ENABLE),
                config.get(NameServerKeys.RETURN_ORDER_TOPIC_CONFIG),
                config.get(NameServerKeys.SUPPORT_ACTING_MASTER),
                config.get(NameServerKeys.ENABLE_ALL_TOPIC_LIST),
                config.get(NameServerKeys.ENABLE_TOPIC_LIST),
                config.get(NameServerKeys.NOTIFY_MIN_BROKER_ID),
                config.get(NameServerKeys.NEED_WAIT),
                config.get(NameServerKeys.WAIT_SECONDS));
    }
}
