/** Tests of the route state machine: no sockets, no sleeps; time is moved by hand. They drive one writer directly. */
@NullMarked
package io.pharos.nameserver.route;

import org.jspecify.annotations.NullMarked;
