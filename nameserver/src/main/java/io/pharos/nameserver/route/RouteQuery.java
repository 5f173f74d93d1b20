package io.pharos.nameserver.route;

import org.jspecify.annotations.Nullable;

/**
 * A question for a topic's route.
 *
 * @param topic name
 * @param strict whether the asker wants standard JSON
 * @param zone of the asker when it wants brokers of its own zone only; null otherwise, never blank
 */
public record RouteQuery(
        String topic, boolean strict, @Nullable String zone) {}
