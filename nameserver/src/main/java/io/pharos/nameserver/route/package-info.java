/**
 * What brokers announce and what clients ask for: the route state machine of the name server. One writer applies events
 * one after the other; each topic's and each broker group's state is an immutable value that is replaced, so a reader
 * takes one reference and is done. Nothing here knows sockets, and time is a value passed in.
 */
@NullMarked
package io.pharos.nameserver.route;

import org.jspecify.annotations.NullMarked;
