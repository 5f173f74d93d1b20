package io.pharos.protocol.route;

/** Bits of a topic's permission. Source: the original's {@code PermName}. */
public final class Permission {
    public static final int PRIORITY = 8;
    public static final int READ = 4;
    public static final int WRITE = 2;
    public static final int INHERIT = 1;

    private Permission() {}

    /** The permission without the right to write; all other bits stay. */
    public static int withoutWrite(int permission) {
        return permission & ~WRITE;
    }
}
