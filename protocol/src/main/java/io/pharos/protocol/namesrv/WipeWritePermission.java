package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * WIPE_WRITE_PERM_OF_BROKER (205): takes the write permission from all topics of a broker.
 *
 * <p>Answers: 0 with an {@link Answer}. Source: the original's {@code WipeWritePermOfBrokerRequestHeader}.
 *
 * @param brokerName not blank
 */
public record WipeWritePermission(String brokerName) implements Request {
    /** Wire identity. */
    public static final RequestSpec<WipeWritePermission> SPEC =
            new RequestSpec<>(205, "WIPE_WRITE_PERM_OF_BROKER", WipeWritePermission::decode);

    private static WipeWritePermission decode(Command command) {
        FieldReader fields = new FieldReader("WIPE_WRITE_PERM_OF_BROKER", command.ext());
        return new WipeWritePermission(fields.text("brokerName"));
    }

    @Override
    public RequestSpec<WipeWritePermission> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("brokerName", brokerName).build();
    }

    /**
     * Fields of the answer.
     *
     * @param wipeTopicCount number of topics of the broker
     */
    public record Answer(int wipeTopicCount) {
        /** Reads them from an answer; throws when the count is missing or no number from 0 on. */
        public static Answer from(ExtFields ext) {
            return new Answer((int) new FieldReader("WIPE_WRITE_PERM_OF_BROKER answer", ext)
                    .number("wipeTopicCount", 0, Integer.MAX_VALUE));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.of("wipeTopicCount", Integer.toString(wipeTopicCount));
        }
    }
}
