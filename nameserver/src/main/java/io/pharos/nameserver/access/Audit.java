package io.pharos.nameserver.access;

import io.pharos.protocol.frame.Quoted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trail of what operators change: one line per change, on the logger {@code audit}. */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("audit");

    private Audit() {}

    /**
     * Writes a line. Texts are shown bounded and without control characters.
     *
     * @param change what kind, such as {@code kv put}
     * @param what was changed
     * @param who did it
     * @param before the old value, or a word that says that there was none
     * @param after the new value, or a word that says that there is none
     */
    public static void changed(String change, String what, Who who, String before, String after) {
        String credential = who.credential();
        LOG.info(
                "{} what=[{}] peer=[{}] credential=[{}] before=[{}] after=[{}]",
                change,
                Quoted.bounded(what),
                Quoted.bounded(who.peer()),
                credential == null ? "none" : Quoted.bounded(credential),
                Quoted.bounded(before),
                Quoted.bounded(after));
    }
}
