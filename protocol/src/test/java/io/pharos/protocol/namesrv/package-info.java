/**
 * Tests of the name server's requests: the wire fields of each, and that decoding undoes encoding. Refusals must name
 * the field.
 */
@NullMarked
package io.pharos.protocol.namesrv;

import org.jspecify.annotations.NullMarked;
