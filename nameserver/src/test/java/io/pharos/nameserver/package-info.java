/** Tests of a whole name server. They use sockets of the loopback address. */
@NullMarked
package io.pharos.nameserver;

import org.jspecify.annotations.NullMarked;
