package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * GET_DECISIONS (31004): a name server asks a fellow what its operators decided and which brokers it sees. An extension.
 *
 * <p>Answers: 0 with {@link Answer} and {@link FellowNews} as the body, signed where the fellow has a credential for it.
 *
 * @param nonce that the answer must repeat, so that a signed one cannot be sent again; null for none
 */
public record GetDecisions(@Nullable String nonce) implements Request {
    /** Wire identity. */
    public static final RequestSpec<GetDecisions> SPEC =
            new RequestSpec<>(31_004, "GET_DECISIONS", GetDecisions::decode);

    private static final String NONCE = "nonce";
    private static final String ANSWERS = "answers";

    private static GetDecisions decode(Command command) {
        return new GetDecisions(command.ext().get(NONCE));
    }

    @Override
    public RequestSpec<GetDecisions> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put(NONCE, nonce).build();
    }

    /**
     * The fields of an answer. They say what is answered, so that a signed request is never taken for an answer.
     *
     * @param code of the request that is answered; null from a fellow that does not say
     * @param nonce of the request
     */
    public record Answer(@Nullable String code, @Nullable String nonce) {

        /** The fields of the answer to a request. */
        public static Answer to(GetDecisions request) {
            return new Answer(Integer.toString(SPEC.code()), request.nonce());
        }

        /** Reads the fields. */
        public static Answer decode(ExtFields ext) {
            return new Answer(ext.get(ANSWERS), ext.get(NONCE));
        }

        /** Writes the fields. */
        public ExtFields toExt() {
            return ExtFields.builder().put(ANSWERS, code).put(NONCE, nonce).build();
        }
    }
}
