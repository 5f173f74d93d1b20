package io.pharos.protocol.extension;

/** Codes of answers that the original does not have; given to peers alone that asked for them. */
public final class ExtensionCodes {
    /** The asker's revision is the current one: fields of the answer, no body. */
    public static final int ROUTE_UNCHANGED = 31_090;

    private ExtensionCodes() {}
}
