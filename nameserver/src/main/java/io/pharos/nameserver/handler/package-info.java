/**
 * One handler per request of a name server. Each turns a typed request into a call of routes, store or configuration,
 * and its result into the answer; none holds state of its own.
 */
@NullMarked
package io.pharos.nameserver.handler;

import org.jspecify.annotations.NullMarked;
