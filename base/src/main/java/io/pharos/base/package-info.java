/**
 * What every part of Pharos stands on: time, a single-threaded event loop, atomic files and addresses.
 * Nothing here knows the protocol or a socket. This is the only package that reads the machine's clock.
 */
@NullMarked
package io.pharos.base;

import org.jspecify.annotations.NullMarked;
