package io.pharos.remoting;

import io.pharos.protocol.frame.Command;

/** Decides for each request whether its sender may make it. Called on the event loop: never blocks. Thread-safe. */
@FunctionalInterface
public interface Gate {

    /**
     * Lets a request pass or not.
     *
     * @throws io.pharos.protocol.frame.RequestFailed with the code and remark of the refusal
     */
    void check(Connection connection, Command command);
}
