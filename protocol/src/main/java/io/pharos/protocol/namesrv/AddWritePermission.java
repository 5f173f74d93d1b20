package io.pharos.protocol.namesrv;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;

/**
 * ADD_WRITE_PERM_OF_BROKER (327): gives all topics of a broker the write permission.
 *
 * <p>Answers: 0 with an {@link Answer}. Source: the original's {@code AddWritePermOfBrokerRequestHeader}.
 *
 * @param brokerName not blank
 */
public record AddWritePermission(String brokerName) implements Request {
    /** Wire identity. */
    public static final RequestSpec<AddWritePermission> SPEC =
            new RequestSpec<>(327, "ADD_WRITE_PERM_OF_BROKER", AddWritePermission::decode);

    private static AddWritePermission decode(Command command) {
        FieldReader fields = new FieldReader("ADD_WRITE_PERM_OF_BROKER", command.ext());
        return new AddWritePermission(fields.text("brokerName"));
    }

    @Override
    public RequestSpec<AddWritePermission> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("brokerName", brokerName).build();
    }

    /**
     * Fields of the answer.
     *
     * @param addTopicCount number of topics of the broker
     */
    public record Answer(int addTopicCount) {
        /** Reads them from an answer; throws when the count is missing or no number from 0 on. */
        public static Answer from(ExtFields ext) {
            return new Answer((int) new FieldReader("ADD_WRITE_PERM_OF_BROKER answer", ext)
                    .number("addTopicCount", 0, Integer.MAX_VALUE));
        }

        /** The fields as sent. */
        public ExtFields toExt() {
            return ExtFields.of("addTopicCount", Integer.toString(addTopicCount));
        }
    }
}
