package io.pharos.protocol.frame;

/** The form of a header on the wire. Source: the original's {@code SerializeType}. */
public enum SerializeType {
    JSON(0),
    ROCKETMQ(1);

    private final byte code;

    SerializeType(int code) {
        this.code = (byte) code;
    }

    /** The byte in front of the header's length. */
    public byte code() {
        return code;
    }
}
