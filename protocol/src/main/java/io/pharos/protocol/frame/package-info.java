/**
 * The frame of RocketMQ's remoting protocol: a command with its header in one of two forms and an opaque body.
 * Decoders are total: any bytes give a value or a {@link io.pharos.protocol.frame.MalformedFrame}.
 */
@NullMarked
package io.pharos.protocol.frame;

import org.jspecify.annotations.NullMarked;
