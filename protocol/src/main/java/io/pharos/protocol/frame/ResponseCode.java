package io.pharos.protocol.frame;

/** Codes of answers. Source: the original's {@code RemotingSysResponseCode} and {@code ResponseCode}. */
public final class ResponseCode {
    public static final int SUCCESS = 0;
    public static final int SYSTEM_ERROR = 1;
    public static final int SYSTEM_BUSY = 2;
    public static final int REQUEST_CODE_NOT_SUPPORTED = 3;
    public static final int NO_PERMISSION = 16;
    public static final int TOPIC_NOT_EXIST = 17;
    public static final int QUERY_NOT_FOUND = 22;
    public static final int GO_AWAY = 1500;

    private ResponseCode() {}
}
