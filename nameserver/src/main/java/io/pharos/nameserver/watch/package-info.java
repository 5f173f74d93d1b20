/** Route watch: clients that are told of each change of the routes they asked about. */
@NullMarked
package io.pharos.nameserver.watch;

import org.jspecify.annotations.NullMarked;
