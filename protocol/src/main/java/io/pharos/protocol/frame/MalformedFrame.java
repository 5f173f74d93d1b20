package io.pharos.protocol.frame;

/** Bytes that are no frame. The connection they came on is closed without an answer, as the original does. */
public final class MalformedFrame extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates it with a reason for the log. */
    public MalformedFrame(String reason) {
        super(reason, null, false, false);
    }
}
