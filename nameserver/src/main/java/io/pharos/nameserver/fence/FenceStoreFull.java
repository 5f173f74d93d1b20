package io.pharos.nameserver.fence;

import java.io.IOException;

/** There would be too many decisions. The message says the bounds and what to do; it holds no path. */
public final class FenceStoreFull extends IOException {
    private static final long serialVersionUID = 1L;

    FenceStoreFull(int decisions, int bytes) {
        super("there would be " + decisions + " fences in " + bytes + " bytes, those lifted within "
                + Decisions.MEMORY.toDays() + " days included; at most " + FenceStore.MAX_DECISIONS + " in "
                + FenceStore.MAX_BYTES + " bytes are allowed; fence brokers or topics everywhere instead of topics on"
                + " brokers");
    }
}
