package io.pharos.protocol.frame;

/**
 * An expected refusal: thrown by decoders and handlers, turned into an answer by the dispatcher. Carries no stack
 * trace, because the message says what was refused, why, and what to do.
 */
public final class RequestFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates the refusal.
     *
     * @param code of the answer, see {@link ResponseCode}
     * @param remark names the input and the remedy
     */
    public RequestFailed(int code, String remark) {
        super(remark, null, false, false);
        this.code = code;
    }

    /** Code of the answer. */
    public int code() {
        return code;
    }

    /** Text of the answer. */
    public String remark() {
        return String.valueOf(getMessage());
    }
}
