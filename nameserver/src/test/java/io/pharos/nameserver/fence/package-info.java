/** Tests of decisions and their store on real folders. */
@NullMarked
package io.pharos.nameserver.fence;

import org.jspecify.annotations.NullMarked;
