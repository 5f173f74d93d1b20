/** Tests of the extensions. */
@NullMarked
package io.pharos.protocol.extension;

import org.jspecify.annotations.NullMarked;
