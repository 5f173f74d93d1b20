/**
 * Proof with the released brokers, clients and tools. Each test class starts the processes it needs in its own {@link
 * io.pharos.interop.peer.Lab} and compares what a Pharos name server does with what the original does.
 */
@NullMarked
package io.pharos.interop;

import org.jspecify.annotations.NullMarked;
