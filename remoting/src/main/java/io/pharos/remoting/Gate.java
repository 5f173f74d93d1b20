package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import org.jspecify.annotations.Nullable;

/** Decides for each request whether its sender may make it. Called on the event loop: never blocks. Thread-safe. */
@FunctionalInterface
public interface Gate {

    /**
     * Lets a request pass or not.
     *
     * @return the name of the credential that the request is signed with, for its handler; null when it is not signed, or
     *     nobody asked
     * @throws io.pharos.protocol.frame.RequestFailed with the code and remark of the refusal
     */
    @Nullable
    String check(Connection connection, Command command);
}
