/** Tests of frames: golden bytes, round trips, and totality of the decoders. */
@NullMarked
package io.pharos.protocol.frame;

import org.jspecify.annotations.NullMarked;
