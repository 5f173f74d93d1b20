/** Tests of route watch. */
@NullMarked
package io.pharos.nameserver.watch;

import org.jspecify.annotations.NullMarked;
