package io.pharos.nameserver.kv;

import java.io.IOException;

/** A change would outgrow {@link KvStore#MAX_BYTES}. The message says by how much and what to do; it holds no path. */
public final class KvStoreFull extends IOException {
    private static final long serialVersionUID = 1L;

    KvStoreFull(int bytes) {
        super("the kv store would hold " + bytes + " bytes, at most " + KvStore.MAX_BYTES
                + " are allowed; delete entries first");
    }
}
