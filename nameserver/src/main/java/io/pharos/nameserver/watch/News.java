package io.pharos.nameserver.watch;

import io.pharos.nameserver.route.RouteQuery;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.RouteStates;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a topic's route is now, encoded for watchers.
 *
 * @param revision of this state
 * @param entry one topic of a body
 * @param alone a body of this topic alone; shared, not to be written to
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record News(String revision, RouteStates.State state, byte[] entry, ByteBuffer alone) {

    static News of(RouteQuery query, String revision, Reply reply) {
        RouteStates.State state = switch (reply.code()) {
            case ResponseCode.SUCCESS -> RouteStates.State.EXISTS;
            case ResponseCode.TOPIC_NOT_EXIST -> RouteStates.State.ABSENT;
            case ExtensionCodes.ROUTE_UNCHANGED -> RouteStates.State.UNCHANGED;
            default -> throw new IllegalStateException("no state of a route: code " + reply.code());
        };
        byte[] entry = RouteStates.encodeOne(query.topic(), revision, state, reply.body());
        return new News(revision, state, entry, ByteBuffer.wrap(RouteStates.encode(List.of(entry))));
    }

    boolean isUnchanged() {
        return state == RouteStates.State.UNCHANGED;
    }
}
