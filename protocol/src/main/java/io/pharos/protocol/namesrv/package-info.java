/**
 * The requests that a name server answers or sends: one record each, with its code, header fields, decode and encode.
 */
@NullMarked
package io.pharos.protocol.namesrv;

import org.jspecify.annotations.NullMarked;
