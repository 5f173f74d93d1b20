/**
 * Tests of each request as a peer sees it: the whole request table over real stores, driven through the dispatcher
 * without a socket. Rules of routes are tested with the routes; here it is what an answer says, and what is refused.
 */
@NullMarked
package io.pharos.nameserver.handler;

import org.jspecify.annotations.NullMarked;
